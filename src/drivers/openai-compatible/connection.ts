import type { LLMError } from "../../contract/index.js";
import { createTransport, readText, type Transport, type TransportResponse } from "../transport/index.js";
import { httpError, isPromptBlock, parsed } from "./errors.js";
import type { Config, OpenAICompatibleOptions } from "./options.js";

/** The way to one endpoint. */
export interface Connection {
  /**
   * Posts to a path under the base URL, for example `/embeddings`.
   * @returns a 2xx reply. Rejects with an `LLMError`, a `RefusedPrompt` among them.
   */
  post(path: string, body: object, model: string, signal: AbortSignal): Promise<TransportResponse>;
  close(): Promise<void>;
}

/** How much of an error's body is read. */
const errorBytes = 64 * 1024;

export function createConnection(options: OpenAICompatibleOptions, config: Config): Connection {
  const { provider, secrets, baseURL, headers } = config;
  const { timeouts, fetch, maxResponseBytes } = options;
  const transport: Transport = createTransport({ provider, secrets, timeouts, fetch, maxResponseBytes });

  return {
    async post(path, body, model, signal) {
      const url = new URL(baseURL);
      url.pathname = url.pathname.replace(/\/$/, "") + path;
      const response = await transport.send({ url: url.href, headers, body: JSON.stringify(body), signal });
      const { status } = response;
      if (status >= 200 && status < 300) return response;
      const text = await readText(response, errorBytes);
      const error = httpError(status, response.headers, text, { provider, model, secrets });
      if (status === 400 && isPromptBlock(parsed(text))) blockedPrompts.add(error);
      throw error;
    },
    close: () => transport.close(),
  };
}

const blockedPrompts = new WeakSet<LLMError>();

/** Whether an error is the provider's refusal of the prompt, which the contract counts as an answer. */
export function isBlockedPrompt(error: unknown): boolean {
  return typeof error === "object" && error !== null && blockedPrompts.has(error as LLMError);
}
