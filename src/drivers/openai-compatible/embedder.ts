import type { EmbedBatch, Embedder, EmbedderDriver } from "../../contract/index.js";
import { createEmbedder } from "../../generation/index.js";
import { readRequestId } from "../errors.js";
import { merge } from "../merge.js";
import { readObject } from "../read-object.js";
import { maxEmbeddingBytes } from "../transport/index.js";
import { createConnection } from "./connection.js";
import { inBandError, isInBandError } from "./errors.js";
import { checkOptions, type OpenAICompatibleOptions } from "./options.js";
import { readUsage } from "./usage.js";
import { readVectors } from "./vectors.js";

/**
 * An embedder behind an endpoint that speaks OpenAI's `POST {baseURL}/embeddings`. It has no tasks, and vectors come as
 * the provider sends them.
 * @throws LLMError `EMBED_INVALID_CONFIG`, naming the option
 */
export function openAICompatibleEmbedder(options: OpenAICompatibleOptions): Embedder {
  const { maxRetries, retryDelay } = options ?? {};
  return createEmbedder(openAICompatibleEmbedderDriver(options), { maxRetries, retryDelay });
}

/** The driver alone. @throws LLMError `EMBED_INVALID_CONFIG`, naming the option */
export function openAICompatibleEmbedderDriver(options: OpenAICompatibleOptions): EmbedderDriver {
  const config = checkOptions(options, "EMBED");
  const { endpoint, provider, secrets } = config;
  const { dimensionsField, maxBatchSize } = endpoint.embeddings;
  const connection = createConnection(options, config, "/embeddings", maxEmbeddingBytes);

  return {
    provider,
    model: config.model,
    capabilities: { task: false, dimensions: dimensionsField !== undefined },
    maxBatchSize,

    async embed(request, { signal }): Promise<EmbedBatch> {
      const { texts, dimensions, providerOptions } = request;
      const model = request.model ?? config.model;
      const body = {
        model,
        input: texts,
        // Said also where it is the default: asked for base64, some servers answer with numbers all the same.
        // https://github.com/openai/openai-node/pull/2150
        encoding_format: "float",
        ...(dimensions !== undefined && dimensionsField && { [dimensionsField]: dimensions }),
      };
      const sent = await connection.post(merge(body, providerOptions), model, signal);
      if ("blocked" in sent) throw sent.blocked;
      const requestId = readRequestId(sent.accepted.headers, secrets);
      const blamed = { provider, model, secrets, requestId };
      const reply = await readObject(sent.accepted, blamed);
      if (isInBandError(reply)) throw inBandError(reply, blamed);
      const inputTokens = readUsage(reply.usage)?.inputTokens;
      return {
        vectors: readVectors(reply.data, provider),
        model: typeof reply.model === "string" && reply.model !== "" ? reply.model : undefined,
        // Absent is unknown, and not 0: https://github.com/spring-projects/spring-ai/issues/1152
        usage: { inputTokens },
      };
    },

    close: () => connection.close(),
  };
}
