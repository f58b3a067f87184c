import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { EndpointFlags } from "./endpoint.js";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

/**
 * Runs a command line.
 * @param args what follows the program's name
 * @returns the code that the process should end with
 */
export async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.conforms;
  const program = new Command("touchstone")
    .description("Shows whether an LLM driver, or the endpoint behind it, does what it claims.")
    .version(version())
    .showHelpAfterError("(touchstone --help shows how it is used)")
    .exitOverride();

  program
    .command("check")
    .description("judge the built-in subjects, or with --base-url an endpoint")
    .option("--base-url <url>", "an OpenAI-compatible endpoint, such as http://127.0.0.1:8000/v1", notEmpty)
    .option("--model <name>", "the model to ask there", notEmpty)
    .option("--preset <name>", "what is known of the endpoint, such as vllm or ollama", notEmpty)
    .option("--key-env <name>", "the environment variable that holds the key", notEmpty)
    .addHelpText("after", checkHelp)
    .showHelpAfterError(
      "(touchstone check --help shows how it is used; a key is read from the environment variable that --key-env names)",
    )
    .action(async (flags: EndpointFlags) => {
      // Loaded here, so that --version and --help load neither drivers nor servers.
      const { check } = await import("./check.js");
      code = await check(flags);
    });

  program
    .command("prove")
    .description("show what the suite is worth: play broken subjects, and name the check that finds each")
    .option("--full", "play each of them on every case, and not on that of its check alone")
    .action(async (flags: { full?: boolean }) => {
      const { prove } = await import("./prove.js");
      code = await prove(flags);
    });

  program
    .command("list")
    .description("list every case with what it proves, and every check")
    .action(async () => {
      const { list } = await import("./list.js");
      process.stdout.write(list());
    });

  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conforms : exitCodes.usage;
    if (error instanceof UsageError) {
      process.stderr.write(`touchstone: ${error.message}\n(touchstone --help shows how it is used)\n`);
      return exitCodes.usage;
    }
    process.stderr.write(
      `touchstone: this is a fault of the kit: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return exitCodes.ours;
  }
}

const checkHelp = `
Without --base-url, the built-in subjects are judged offline: the memory model and the drivers, over loopback.

Examples:
  $ touchstone check
  $ touchstone check --base-url http://127.0.0.1:11434/v1 --model llama3.2 --preset ollama
  $ touchstone check --base-url https://api.groq.com/openai/v1 --model llama-3.3-70b-versatile --key-env GROQ_API_KEY

Exit codes: 0 conforms, 1 does not, 2 usage, 3 a fault of the kit, 4 nothing or not all could be judged.`;

function notEmpty(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
