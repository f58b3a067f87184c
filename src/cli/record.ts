import { isLLMError } from "../contract/index.js";
import { createRecordProxy, type PassedExchange, type RecordProxy } from "../recording/index.js";
import { exitCodes } from "./exit-codes.js";
import { type Interrupts, watchInterrupts } from "./interrupts.js";
import { keyFromEnv } from "./key-from-env.js";
import { listen } from "./listen.js";
import { UsageError } from "./usage-error.js";

/** What `record` is told on the command line. */
export interface RecordFlags {
  readonly baseUrl: string;
  /** A folder. */
  readonly out: string;
  /** The name of an environment variable, never the key itself. */
  readonly keyEnv?: string;
  readonly protocol?: string;
  readonly port?: number;
}

/**
 * Passes requests on to a provider and keeps each exchange as a file, until the process is told to end. The first signal lets
 * open exchanges finish, the second ends them.
 * @returns the code that the process should end with
 * @throws UsageError when the flags do not go together, or what they name cannot be used
 */
export async function record(flags: RecordFlags, interrupts: Interrupts = watchInterrupts()): Promise<number> {
  try {
    const proxy = openProxy(flags);
    const served = await listen(proxy, { port: flags.port });
    process.stdout.write(`touchstone records ${flags.baseUrl} at ${served.baseURL}\n`);
    await interrupts.first;
    if (served.open > 0) process.stdout.write(`waits for open exchanges (${served.open}); Ctrl-C again ends them\n`);
    await Promise.race([served.finish(), interrupts.second]);
    await served.close();
    await proxy.settled();
    return exitCodes.conforms;
  } finally {
    interrupts.dispose();
  }
}

function openProxy({ baseUrl, out, keyEnv, protocol }: RecordFlags): RecordProxy {
  if (protocol !== undefined && protocol !== "openai" && protocol !== "google")
    throw new UsageError(`--protocol: there is no "${protocol}"; there are openai and google`);
  const apiKey = keyFromEnv("--key-env", keyEnv);
  try {
    return createRecordProxy({ baseURL: baseUrl, directory: out, apiKey, protocol, onExchange: print });
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_INVALID_CONFIG") throw new UsageError(error.message);
    throw error;
  }
}

function print({ method, path, status, file, note }: PassedExchange): void {
  process.stdout.write(
    `${[`${method} ${path}`, status ?? "no reply", file, note].filter((part) => part !== undefined).join("  ")}\n`,
  );
}
