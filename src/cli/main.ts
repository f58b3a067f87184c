import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { CheckFlags } from "./check.js";
import type { EndpointFlags } from "./endpoint-flags.js";
import { exitCodes } from "./exit-codes.js";
import type { MatrixFlags } from "./matrix.js";
import type { RecordFlags } from "./record.js";
import type { ReportFiles } from "./render.js";
import type { ServeFlags } from "./serve.js";
import { UsageError } from "./usage-error.js";
import { version } from "./version.js";

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

  const check = program
    .command("check")
    .description("judge the built-in subjects, or with --base-url an endpoint")
    .option(
      "--config <file>",
      "a file with subjects to judge; without it touchstone.config.js, where there is one",
      notEmpty,
    )
    .option("--baseline <file>", "a report of an earlier run (--json); exit code 6 when this one is worse", notEmpty);
  withReportOptions(withEndpointOptions(check))
    .addHelpText("after", checkHelp)
    .showHelpAfterError(
      "(touchstone check --help shows how it is used; a key is read from the environment variable that --key-env names)",
    )
    .action(async (flags: CheckFlags) => {
      // Loaded here, so that --version and --help load neither drivers nor servers.
      const { check } = await import("./check.js");
      code = await check(flags, args);
    });

  withEndpointOptions(
    program.command("plan").description("print what check would play and spend at most; sends nothing"),
  ).action(async (flags: EndpointFlags) => {
    const { plan } = await import("./plan.js");
    code = await plan(flags);
  });

  withReportOptions(
    program
      .command("render")
      .description("show reports that --json wrote, several as one matrix, as text or in other forms")
      .argument("<report...>", "files that --json wrote"),
  ).action(async (files: readonly string[], flags: ReportFiles) => {
    const { render } = await import("./render.js");
    code = await render(files, flags);
  });

  program
    .command("compare")
    .description("compare a run with an earlier one; exit code 6 when anything got worse")
    .argument("<old>", "the earlier report, a file that --json wrote")
    .argument("<new>", "the later one")
    .action(async (earlier: string, later: string) => {
      const { compare } = await import("./compare.js");
      code = await compare(earlier, later);
    });

  program
    .command("matrix")
    .description("print the providers whose keys are set as a matrix for GitHub Actions; never a key")
    .option("--providers <names>", "only these, such as openai,google", names)
    .option("--all", "those without a key too")
    .action(async (flags: MatrixFlags) => {
      const { matrix } = await import("./matrix.js");
      process.stdout.write(matrix(flags, process.env));
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
    .command("explain")
    .description("tell what an id stands for: its rule, why it matters, what is usually wrong")
    .argument("<id>", "a case, a check or a quirk, such as ToolLoop/result-is-used or TC-01")
    .action(async (id: string) => {
      const { explain } = await import("./explain.js");
      process.stdout.write(explain(id));
    });

  program
    .command("list")
    .description("list every case with what it proves, and every check")
    .action(async () => {
      const { list } = await import("./list.js");
      process.stdout.write(list());
    });

  program
    .command("serve")
    .description("serve a scripted provider, or a recorded one, to an app in any language")
    .option("--protocol <name>", "whose API: openai (the default) or google", notEmpty)
    .option("--script <file>", "a file of JSON with the replies that the model gives, one a turn", notEmpty)
    .option("--repeat", "begin again when the script, or what was recorded, has been played")
    .option("--quirk <id...>", "ids of deviations that the replies have, such as SSE-01,TC-01")
    .option("--delta-delay <ms>", "milliseconds between two pieces of a stream", wholeNumber)
    .option("--models <names>", "the models that there are, such as a,b; without it any", names)
    .option("--api-key-env <name>", "the environment variable that holds the one key that is taken", notEmpty)
    .option("--port <number>", "the port; without it a free one", portNumber)
    .option(
      "--host <address>",
      "the address to listen at; without it 127.0.0.1, which only this machine reaches",
      notEmpty,
    )
    .option("--cors", "let pages of any origin use it")
    .option("--quiet", "print no line for each request")
    .option("--replay <folder>", "play what touchstone record has written", notEmpty)
    .option("--timing", "with --replay: every read comes when it came")
    .addHelpText("after", serveHelp)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.js");
      code = await serve(flags);
    });

  program
    .command("record")
    .description("stand between an app and its provider, and keep each exchange as a file, without secrets")
    .requiredOption("--base-url <url>", "the provider, such as https://api.openai.com/v1", notEmpty)
    .requiredOption("--out <folder>", "where the files go", notEmpty)
    .option("--key-env <name>", "the environment variable that holds the key, in place of what the app sends", notEmpty)
    .option("--protocol <name>", "openai or google; without it told from each request's path", notEmpty)
    .option("--port <number>", "the port on 127.0.0.1; without it a free one", portNumber)
    .addHelpText("after", recordHelp)
    .action(async (flags: RecordFlags) => {
      const { record } = await import("./record.js");
      code = await record(flags);
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

function withEndpointOptions(command: Command): Command {
  return command
    .option("--base-url <url>", "an endpoint, such as http://127.0.0.1:8000/v1", notEmpty)
    .option("--driver <name>", "what it speaks: openai (the default) or google", notEmpty)
    .option("--model <name>", "the model to ask there", notEmpty)
    .option("--preset <name>", "what is known of the endpoint, such as vllm or ollama", notEmpty)
    .option("--key-env <name>", "the environment variable that holds the key", notEmpty)
    .option("--profile <name>", "what to judge: default, chat, stream, tools, structured, embed or full", notEmpty)
    .option(
      "--claims <names>",
      "the capabilities that it claims, such as tools,vision; without it they are found out",
      notEmpty,
    )
    .option("--known <file>", "a file of JSON with the checks that are known to fail, each with the reason", notEmpty)
    .option("--repeat <k>", "play each case k times; what fails some of them is told as k of n", positive)
    .option(
      "--control <url>",
      "a reference that serves the same model: what fails there too is not the endpoint's fault",
      notEmpty,
    )
    .option("--control-model <name>", "the model's name at the control; without it --model", notEmpty)
    .option("--control-key-env <name>", "the environment variable that holds the control's key", notEmpty)
    .option("--deadline <seconds>", "when the run ends, whatever is still open; without it 300", positive)
    .option("--answer-timeout <seconds>", "how long one answer may take; without it 60", positive)
    .option("--concurrency <n>", "how many requests may be under way at once; without it 4", positive)
    .option("--max-requests <n>", "the most requests; without it what plan says", positive)
    .option("--max-output-tokens <n>", "the most tokens of one answer; without it 128", positive);
}

function withReportOptions(command: Command): Command {
  return command
    .option("--json <file>", "write the report as JSON", notEmpty)
    .option("--junit <file>", "write it for a CI that reads JUnit XML", notEmpty)
    .option("--markdown <file>", "write it for a CI summary", notEmpty)
    .option("--html <file>", "write it as one page that needs nothing else", notEmpty)
    .option("--badge <file>", "write a badge: .svg, or .json for shields.io", notEmpty);
}

const checkHelp = `
Without --base-url, the subjects of touchstone.config.js are judged, and where there is none the built-in ones, offline: the memory model and the drivers, over loopback.

Examples:
  $ touchstone check
  $ touchstone check --base-url http://127.0.0.1:11434/v1 --model llama3.2 --preset ollama
  $ touchstone check --base-url https://api.groq.com/openai/v1 --model llama-3.3-70b-versatile --key-env GROQ_API_KEY

Exit codes: 0 conforms, 1 does not, 2 usage, 3 a fault of the kit, 4 nothing or not all could be judged,
6 worse than the baseline, 130 interrupted.`;

const serveHelp = `
Examples:
  $ touchstone serve --protocol openai --script replies.json --port 8080
  $ touchstone serve --quirk SSE-01 --delta-delay 50
  $ touchstone serve --replay recordings --timing

Ctrl-C ends it with exit code 0.`;

const recordHelp = `
Examples:
  $ touchstone record --base-url https://api.openai.com/v1 --out recordings --key-env OPENAI_API_KEY

Ctrl-C waits for the exchanges that are open; a second one ends them.`;

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number, 0 or more.");
  return Number(value);
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return Number(value);
}

function portNumber(value: string): number {
  const port = wholeNumber(value);
  if (port > 65_535) throw new InvalidArgumentError("It must be a whole number, 0 to 65535.");
  return port;
}

function names(value: string): readonly string[] {
  const all = value.split(",").map((name) => name.trim());
  if (all.includes("")) throw new InvalidArgumentError("It must be names with commas between them.");
  return all;
}

function notEmpty(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}
