import {
  type Embedder,
  type EmbedderDriver,
  type EmbedRequest,
  innermostEmbedderDriver,
  LLMError,
} from "../contract/index.js";
import { createEmbedder } from "../generation/index.js";
import { bagOfWords } from "./bag-of-words.js";
import { countTextTokens } from "./count-usage.js";

interface MemoryEmbedderDriver extends EmbedderDriver {
  readonly requests: EmbedRequest[];
}

/**
 * An embedder whose vectors are bags of words: the same text always gives the same vector, texts that share words are
 * nearer to each other. Takes every task, and the dimensions that a request asks for.
 * @param dimensions the length of its vectors
 * @throws LLMError `EMBED_INVALID_CONFIG` when that is not a positive whole number
 */
export function memoryEmbedder(dimensions = 8): Embedder {
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    throw new LLMError("EMBED_INVALID_CONFIG", "memory: dimensions must be a positive whole number", {
      provider: "memory",
    });
  }
  const requests: EmbedRequest[] = [];
  const driver: MemoryEmbedderDriver = {
    provider: "memory",
    model: "memory",
    dimensions,
    capabilities: { task: true, dimensions: true },
    requests,
    async embed(request, { signal }) {
      // A call that is aborted right after it was made sends nothing, as over a wire.
      await Promise.resolve();
      signal.throwIfAborted();
      requests.push(copied(request));
      const length = request.dimensions ?? dimensions;
      return {
        vectors: request.texts.map((text) => bagOfWords(text, length)),
        usage: { inputTokens: countTextTokens(...request.texts) },
      };
    },
  };
  return createEmbedder(driver, { maxRetries: 0 });
}

/**
 * The requests that a memory embedder was asked, in order, as deep snapshots.
 * @throws LLMError `EMBED_INVALID_CONFIG` for another embedder
 */
export function embeddedRequests(embedder: Embedder): EmbedRequest[] {
  const driver = embedder?.[innermostEmbedderDriver];
  if (driver && "requests" in driver) return (driver as MemoryEmbedderDriver).requests.map(copied);
  throw new LLMError("EMBED_INVALID_CONFIG", "this is not a memory embedder; make one with memoryEmbedder()");
}

/**
 * The texts that a memory embedder was asked for, over all requests, in order.
 * @throws LLMError `EMBED_INVALID_CONFIG` for another embedder
 */
export function embeddedTexts(embedder: Embedder): string[] {
  return embeddedRequests(embedder).flatMap(({ texts }) => texts);
}

function copied(request: EmbedRequest): EmbedRequest {
  return structuredClone(request);
}
