import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** A command of the built command line that runs until it is told to end. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Of its first line. */
  readonly baseURL: string;
  /** Resolves with everything that was printed so far, once it holds this. */
  printed(text: string): Promise<string>;
  /** Resolves with its exit code and all that it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

const program = fileURLToPath(new URL("../../../bin/touchstone.js", import.meta.url));

/** Starts it, as users do, and waits for the line that says where it listens. */
export async function startCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<RunningCommand> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const look of waiting.splice(0)) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  let isOver = false;
  const ended = once(child, "close").then(([code]) => {
    isOver = true;
    wake();
    return { code: code as number | null, out, err };
  });
  const printed = async (text: string) => {
    while (!out.includes(text)) {
      if (isOver) throw new Error(`it ended without ${JSON.stringify(text)}: ${out}${err}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return out;
  };
  const [baseURL = ""] =
    /http:\/\/(?:127|\[)\S+/.exec((await printed("\n")).replace(/^touchstone records \S+/, "")) ?? [];
  return { child, baseURL, printed, ended };
}

/** The signals of a command that runs in the test itself. */
export function interruptsByHand() {
  const resolvers: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => resolvers.push(resolve));
  const interrupts = { first: next(), second: next(), dispose() {} };
  return { interrupts, interrupt: () => resolvers.shift()?.() };
}
