import type { LLMRequest, LLMStream, LocalTool, StreamEvent } from "../../contract/index.js";

/** A request of one message. */
export const hello: LLMRequest = { messages: [{ role: "user", content: "Hello" }] };

/** A local tool that takes anything. */
export function localTool(name: string, execute: NonNullable<LocalTool["execute"]>): LocalTool {
  return { name, description: name, inputSchema: { type: "object" }, execute };
}

/** A promise that is settled from outside: what a test waits for instead of a time. */
export function deferred<T = void>(): {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}

/** Never settles. */
export const forever = new Promise<never>(() => {});

/** What a promise rejects with; throws when it does not. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
}

/** Every event of a stream. */
export async function collect(stream: LLMStream): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The text that a step's deltas join to. */
export function joined(events: readonly StreamEvent[], type: "text" | "reasoning", step = 1): string {
  return events.map((event) => (event.type === type && event.step === step ? event.text : "")).join("");
}
