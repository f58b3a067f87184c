import {
  type EmbedBatch,
  type Embedder,
  type EmbedderDriver,
  type EmbedRequest,
  isObject,
  unsupported,
} from "../../contract/index.js";
import { createEmbedder } from "../../generation/index.js";
import { createConnection } from "../connection.js";
import { readRequestId } from "../errors.js";
import { merge } from "../merge.js";
import { readObject } from "../read-object.js";
import { maxEmbeddingBytes } from "../transport/index.js";
import { type EmbeddingTraits, embeddingTraitsOf, withTask } from "./embedding-traits.js";
import { endpointURL, modelName } from "./endpoint-url.js";
import { httpError, inBandError, isInBandError } from "./errors.js";
import { checkOptions, type GoogleOptions } from "./options.js";
import { readUsage } from "./usage.js";
import { readVectors, toUnitLength } from "./vectors.js";

/**
 * An embedder through the Gemini API (https://ai.google.dev/api/embeddings): `embedContent` for one text,
 * `batchEmbedContents` for more. Vectors that a model is known to shorten without scaling are scaled to unit length here,
 * and `normalized` says so. `providerOptions` go to each text's request.
 * @throws LLMError `EMBED_INVALID_CONFIG`, naming the option
 */
export function googleEmbedder(options: GoogleOptions): Embedder {
  const { maxRetries, retryDelay } = options ?? {};
  return createEmbedder(googleEmbedderDriver(options), { maxRetries, retryDelay });
}

/** The driver alone. @throws LLMError `EMBED_INVALID_CONFIG`, naming the option */
export function googleEmbedderDriver(options: GoogleOptions): EmbedderDriver {
  const config = checkOptions(options, "EMBED");
  const { provider, secrets } = config;
  const { timeouts, fetch, maxResponseBytes = maxEmbeddingBytes } = options;
  const connection = createConnection({ provider, secrets, timeouts, fetch, maxResponseBytes }, config.headers);
  const { dimensions, takesDimensions } = embeddingTraitsOf(config.model);

  return {
    provider,
    model: config.model,
    dimensions,
    capabilities: { task: true, dimensions: takesDimensions },
    // https://github.com/geldata/gel/issues/9032
    maxBatchSize: 100,

    async embed(request, { signal }): Promise<EmbedBatch> {
      const { model = config.model } = request;
      const blamed = { provider, model, secrets };
      const traits = embeddingTraitsOf(model);
      if (request.dimensions !== undefined && !traits.takesDimensions) {
        throw unsupported(provider, `dimensions on ${model}`, "EMBED");
      }
      const bodies = requestBodies(request, model, traits);
      const [only] = bodies;
      const isOne = bodies.length === 1 && only !== undefined;
      const url = endpointURL(config, model, isOne ? "embedContent" : "batchEmbedContents");
      const body = isOne ? only : { requests: bodies };
      const sent = await connection.post(url, body, signal);
      if ("refused" in sent) throw httpError(sent.refused, blamed);
      const asked = { ...blamed, requestId: readRequestId(sent.accepted.headers, secrets) };
      const reply = await readObject(sent.accepted, asked);
      if (isInBandError(reply)) throw inBandError(reply, asked);
      const vectors = readVectors(isOne ? [reply.embedding] : reply.embeddings, provider);
      const isUnscaled = (vector: readonly number[]) =>
        traits.shortensUnscaled && vector.length < (traits.dimensions ?? 0);
      const usage = isObject(reply.usageMetadata) ? readUsage(reply.usageMetadata) : undefined;
      return {
        vectors: vectors.map((vector) => (isUnscaled(vector) ? toUnitLength(vector) : vector)),
        ...(vectors.some(isUnscaled) && { normalized: true }),
        model: typeof reply.modelVersion === "string" && reply.modelVersion !== "" ? reply.modelVersion : undefined,
        // Absent is unknown, and not 0: https://github.com/spring-projects/spring-ai/issues/1152
        usage: { inputTokens: usage?.inputTokens },
      };
    },

    close: () => connection.close(),
  };
}

function requestBodies(request: EmbedRequest, model: string, traits: EmbeddingTraits): object[] {
  const { texts, task, dimensions, providerOptions } = request;
  return texts.map((text) => {
    const body = {
      model: modelName(model),
      ...withTask(text, task, traits),
      ...(dimensions !== undefined && { outputDimensionality: dimensions }),
    };
    return merge(body, providerOptions);
  });
}
