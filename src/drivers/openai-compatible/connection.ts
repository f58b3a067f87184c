import type { LLMError } from "../../contract/index.js";
import { createConnection as createNeutralConnection } from "../connection.js";
import { parsed } from "../errors.js";
import type { TransportResponse } from "../transport/index.js";
import { httpError, isPromptBlock } from "./errors.js";
import type { Config, OpenAICompatibleOptions } from "./options.js";

/** The way to one method of an endpoint. */
export interface Connection {
  /**
   * Posts JSON. Rejects with an `LLMError`.
   * @returns a 2xx reply, or the refusal of the prompt as blocked, which the contract counts as an answer
   */
  post(body: object, model: string, signal: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

export type Reply = { readonly accepted: TransportResponse } | { readonly blocked: LLMError };

/**
 * @param path under the base URL, for example `/embeddings`
 * @param maxResponseBytes where the caller says nothing
 */
export function createConnection(
  options: OpenAICompatibleOptions,
  config: Config,
  path: string,
  maxResponseBytes?: number,
): Connection {
  const { provider, secrets, baseURL, headers } = config;
  const { timeouts, fetch } = options;
  const limit = options.maxResponseBytes ?? maxResponseBytes;
  const connection = createNeutralConnection({ provider, secrets, timeouts, fetch, maxResponseBytes: limit }, headers);
  const url = new URL(baseURL);
  url.pathname = url.pathname.replace(/\/$/, "") + path;

  return {
    async post(body, model, signal) {
      const reply = await connection.post(url.href, body, signal);
      if ("accepted" in reply) return reply;
      const error = httpError(reply.refused, { provider, model, secrets });
      if (reply.refused.status === 400 && isPromptBlock(parsed(reply.refused.text))) return { blocked: error };
      throw error;
    },
    close: () => connection.close(),
  };
}
