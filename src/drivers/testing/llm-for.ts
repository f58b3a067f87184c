import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import type { Driver, LLMError, TurnRequest } from "../../contract/index.js";
import { type OpenAICompatibleOptions, openAICompatible, openAICompatibleDriver } from "../openai-compatible/index.js";
import { type Handler, json, serve } from "./serve.js";

/** Must never be seen in an error. */
export const key = "sk-very-secret-key";
export const hi = { messages: [{ role: "user", content: "Hi" }] } as const;

/** A whole reply with one choice. */
export function completion(
  message: object = { content: "Hello" },
  finish: string | null = "stop",
  more: object = {},
): object {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: finish };
  return { id: "c", object: "chat.completion", model: "m-2026", choices: [choice], ...more };
}

/** A server that answers so, and an LLM that asks it. */
export async function llmFor(handler: Handler, options: Partial<OpenAICompatibleOptions> = {}) {
  const server = await serve(handler);
  const llm = openAICompatible({ baseURL: server.baseURL, apiKey: key, model: "m", maxRetries: 0, ...options });
  onTestFinished(() => llm.close());
  return { server, llm };
}

/** The body that a driver sends for a request. */
export async function sent(request: Partial<TurnRequest>, options: Partial<OpenAICompatibleOptions> = {}) {
  const server = await serve(json(completion()));
  const driver: Driver = openAICompatibleDriver({ baseURL: server.baseURL, model: "m", ...options });
  onTestFinished(() => driver.close?.());
  await driver.turn({ ...hi, ...request }, { signal: new AbortController().signal, step: 1 });
  return JSON.parse(server.requests[0]?.body ?? "") as Record<string, unknown>;
}

/** The error of what must fail; the key is nowhere in it. */
export async function failure(work: Promise<unknown>): Promise<LLMError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as LLMError,
  );
  if (!error) throw new Error("nothing failed");
  const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + String(error.cause);
  expect(shown).not.toContain("very-secret");
  return error;
}
