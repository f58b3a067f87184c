import { onTestFinished } from "vitest";
import type { LLM, LLMRequest } from "../../contract/index.js";
import { type Asked, createAnswer } from "../google/answer.js";
import { google } from "../google/driver.js";
import type { GoogleOptions } from "../google/options.js";
import { readReply } from "../read-reply.js";
import { readStream } from "../read-stream.js";
import { type Outcome, readEveryCut } from "./read-wire.js";
import { type Handler, serve, type TestServer } from "./serve.js";

/** Must never be seen in an error; `failure` looks for it. */
export const key = "AIza-very-secret-google-key";

export const anyone: Asked = { provider: "google", model: "m", secrets: [key], reportsCache: true };

export const hi: LLMRequest = { messages: [{ role: "user", content: "Hi" }] };

/** A response with one candidate of these parts. */
export function reply(parts: readonly object[], finishReason?: string, more: object = {}): object {
  const candidate = { content: { role: "model", parts }, ...(finishReason && { finishReason }), index: 0 };
  return { candidates: [candidate], ...more };
}

/** Chunks as Google streams them: one event each, CRLF, and no sentinel. */
export function sse(...chunks: readonly (object | string)[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\r\n\r\n`).join("");
}

/** Reads wire text as a streamed reply, cut at every byte, and makes sure that the cuts make no difference. */
export function readWire(wire: string): Promise<Outcome> {
  return readEveryCut(wire, (response) => readStream(response, createAnswer(anyone), anyone));
}

/** Reads wire text as a whole reply. */
export function readWhole(body: unknown) {
  return readReply(typeof body === "string" ? body : JSON.stringify(body), createAnswer(anyone), anyone);
}

/** An LLM at a server of its own; both end with the test. Without retries. */
export async function googleAt(
  handlers: readonly [Handler, ...Handler[]],
  options: Partial<GoogleOptions> = {},
): Promise<{ llm: LLM; server: TestServer }> {
  const server = await serve(...handlers);
  const llm = google({ baseURL: server.origin, apiKey: key, model: "gemini-2.5-flash", maxRetries: 0, ...options });
  onTestFinished(() => llm.close());
  return { llm, server };
}

/** The bodies that a server was sent. */
export function bodies(server: TestServer): Record<string, never>[] {
  return server.requests.map(({ body }) => JSON.parse(body));
}
