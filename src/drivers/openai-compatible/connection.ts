import type { LLMError } from "../../contract/index.js";
import * as neutral from "../connection.js";
import { parsed } from "../errors.js";
import type { TransportResponse } from "../transport/index.js";
import { httpError, isPromptBlock } from "./errors.js";
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

export function createConnection(options: OpenAICompatibleOptions, config: Config): Connection {
  const { provider, secrets, baseURL, headers } = config;
  const { timeouts, fetch, maxResponseBytes } = options;
  const connection = neutral.createConnection({ provider, secrets, timeouts, fetch, maxResponseBytes }, headers);

  return {
    async post(path, body, model, signal) {
      const url = new URL(baseURL);
      url.pathname = url.pathname.replace(/\/$/, "") + path;
      return connection.post(url.href, body, signal, (status, replyHeaders, text) => {
        const error = httpError(status, replyHeaders, text, { provider, model, secrets });
        if (status === 400 && isPromptBlock(parsed(text))) blockedPrompts.add(error);
        return error;
      });
    },
    close: () => connection.close(),
  };
}

const blockedPrompts = new WeakSet<LLMError>();

/** Whether an error is the provider's refusal of the prompt, which the contract counts as an answer. */
export function isBlockedPrompt(error: unknown): boolean {
  return typeof error === "object" && error !== null && blockedPrompts.has(error as LLMError);
}
