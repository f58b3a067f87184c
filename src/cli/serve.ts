import { readFileSync } from "node:fs";
import { isLLMError, type Script } from "../contract/index.js";
import {
  createGoogleServer,
  createOpenAIServer,
  createReplayServer,
  type MockServer,
  type ReplayedRequest,
} from "../mock-server/index.js";
import { withCORS } from "./cors.js";
import { exitCodes } from "./exit-codes.js";
import { type Interrupts, watchInterrupts } from "./interrupts.js";
import { keyFromEnv } from "./key-from-env.js";
import { listen } from "./listen.js";
import { requestLine } from "./request-line.js";
import { UsageError } from "./usage-error.js";

/** What `serve` is told on the command line. */
export interface ServeFlags {
  readonly protocol?: string;
  /** A file of JSON. */
  readonly script?: string;
  readonly repeat?: boolean;
  /** Ids; several may stand in one, with commas between them. */
  readonly quirk?: readonly string[];
  /** Milliseconds. */
  readonly deltaDelay?: number;
  readonly models?: readonly string[];
  /** The name of an environment variable, never the key itself. */
  readonly apiKeyEnv?: string;
  readonly port?: number;
  readonly host?: string;
  readonly cors?: boolean;
  readonly quiet?: boolean;
  /** A folder. */
  readonly replay?: string;
  readonly timing?: boolean;
}

/**
 * Serves a script, or what was recorded, until the process is told to end.
 * @returns the code that the process should end with
 * @throws UsageError when the flags do not go together, or what they name cannot be used
 */
export async function serve(flags: ServeFlags, interrupts: Interrupts = watchInterrupts()): Promise<number> {
  try {
    const { what, server } = flags.replay === undefined ? scripted(flags) : replayed(flags, flags.replay);
    const served = await listen(flags.cors ? withCORS(server) : server, flags);
    process.stdout.write(`touchstone serves ${what} at ${served.baseURL}\n`);
    await interrupts.first;
    await served.close();
    return exitCodes.conforms;
  } finally {
    interrupts.dispose();
  }
}

interface Served {
  /** In a word or two. */
  readonly what: string;
  readonly server: Pick<MockServer, "basePath" | "fetch">;
}

function scripted(flags: ServeFlags): Served {
  if (flags.timing) throw new UsageError("--timing is about what was recorded; name that with --replay");
  const { protocol = "openai", repeat, quirk, deltaDelay, models } = flags;
  if (protocol !== "openai" && protocol !== "google")
    throw new UsageError(`--protocol: there is no "${protocol}"; there are openai and google`);
  const options = {
    ...(flags.script !== undefined && { script: readScript(flags.script) }),
    ...{ repeat, models },
    apiKey: keyFromEnv("--api-key-env", flags.apiKeyEnv),
    deltaDelayMs: deltaDelay,
    onRequest: flags.quiet ? () => {} : (request: Parameters<typeof requestLine>[0]) => print(requestLine(request)),
  };
  const create = protocol === "openai" ? createOpenAIServer : createGoogleServer;
  // First without what the quirks are, so that each complaint names the flag that it is about.
  const place = flags.script === undefined ? "" : `--script ${flags.script}: `;
  const server = orUsageError(place, () => create(options));
  return {
    what: protocol,
    server: quirk ? orUsageError("--quirk: ", () => create({ ...options, quirks: quirk.flatMap(ids) })) : server,
  };
}

function replayed(flags: ServeFlags, directory: string): Served {
  const orphan = scriptedOnly.find((name) => flags[name] !== undefined);
  if (orphan)
    throw new UsageError(`--${kebab(orphan)} does not go with --replay, which plays what was recorded as it is`);
  const { timing, repeat, quiet } = flags;
  const onRequest = quiet ? () => {} : (request: ReplayedRequest) => print(replayLine(request));
  const server = orUsageError("--replay: ", () => createReplayServer(directory, { timing, repeat, onRequest }));
  return { what: `${server.protocol}, as recorded in ${directory},`, server };
}

const ids = (named: string): readonly string[] =>
  named
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");

const scriptedOnly = ["protocol", "script", "quirk", "models", "apiKeyEnv", "deltaDelay"] as const;

function replayLine({ method, path, status, file, note }: ReplayedRequest): string {
  return `${method} ${path}  ${status}  ${file ?? note}`;
}

function readScript(file: string): Script {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--script: ${file} cannot be read: ${(error as { code?: string }).code}`);
  }
  try {
    return JSON.parse(text) as Script;
  } catch (error) {
    throw new UsageError(`--script: ${file} is no JSON: ${(error as Error).message}`);
  }
}

function orUsageError<T>(place: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_INVALID_CONFIG") throw new UsageError(place + error.message);
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
