import {
  type EmbedBatch,
  type Embedder,
  type EmbedderDriver,
  isObject,
  LLMError,
  redact,
} from "../../contract/index.js";
import { createEmbedder } from "../../generation/index.js";
import { parsed } from "../errors.js";
import { merge } from "../merge.js";
import { readText } from "../transport/index.js";
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
  return createEmbedder(openAICompatibleEmbedderDriver(options), {
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryDelay !== undefined && { retryDelay }),
  });
}

/** The driver alone. @throws LLMError `EMBED_INVALID_CONFIG`, naming the option */
export function openAICompatibleEmbedderDriver(options: OpenAICompatibleOptions): EmbedderDriver {
  const config = checkOptions(options, "EMBED");
  const { endpoint, provider, secrets } = config;
  const { dimensionsField, maxBatchSize } = endpoint.embeddings;
  const connection = createConnection(options, config);

  return {
    provider,
    model: config.model,
    capabilities: { task: false, dimensions: dimensionsField !== undefined },
    ...(maxBatchSize !== undefined && { maxBatchSize }),

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
      const response = await connection.post("/embeddings", merge(body, providerOptions), model, signal);
      const text = await readText(response);
      const reply = parsed(text);
      if (!isObject(reply)) {
        const message = `${provider}: the reply is not a JSON object: ${redact(text, secrets, 100)}`;
        throw new LLMError("LLM_BAD_RESPONSE", message, { provider, model });
      }
      if (isInBandError(reply, undefined)) throw inBandError(reply, { provider, model, secrets });
      const inputTokens = readUsage(reply.usage)?.inputTokens;
      return {
        vectors: readVectors(reply.data, provider),
        ...(typeof reply.model === "string" && reply.model !== "" && { model: reply.model }),
        // Absent is unknown, and not 0: https://github.com/spring-projects/spring-ai/issues/1152
        ...(inputTokens !== undefined && { usage: { inputTokens } }),
      };
    },

    close: () => connection.close(),
  };
}
