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

/** One request that a memory embedder was asked. */
export interface MemoryEmbedding {
  /** When, in milliseconds of `performance.now()`. */
  readonly at: number;
  readonly request: EmbedRequest;
}

interface MemoryEmbedderDriver extends EmbedderDriver {
  readonly embeddings: MemoryEmbedding[];
  /** Called after each recorded request. */
  readonly onEmbedding: Set<() => void>;
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
  const embeddings: MemoryEmbedding[] = [];
  const onEmbedding = new Set<() => void>();
  const driver: MemoryEmbedderDriver = {
    provider: "memory",
    model: "memory",
    dimensions,
    capabilities: { task: true, dimensions: true },
    embeddings,
    onEmbedding,
    async embed(request, { signal }) {
      // A call that is aborted right after it was made sends nothing, as over a wire.
      await Promise.resolve();
      signal.throwIfAborted();
      embeddings.push({ at: performance.now(), request: structuredClone(request) });
      for (const notify of onEmbedding) notify();
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
  return driverOf(embedder).embeddings.map(({ request }) => structuredClone(request));
}

/**
 * The texts that a memory embedder was asked for, over all requests, in order.
 * @throws LLMError `EMBED_INVALID_CONFIG` for another embedder
 */
export function embeddedTexts(embedder: Embedder): string[] {
  return embeddedRequests(embedder).flatMap(({ texts }) => texts);
}

/** What a memory embedder was asked, with when. */
export function memoryEmbeddings(embedder: Embedder): readonly MemoryEmbedding[] {
  return driverOf(embedder).embeddings;
}

/** Resolves with request number `count` (from 1) once the memory embedder was asked it. */
export function memoryEmbeddingArrived(embedder: Embedder, count: number): Promise<MemoryEmbedding> {
  const { embeddings, onEmbedding } = driverOf(embedder);
  return new Promise((resolve) => {
    const look = () => {
      const embedding = embeddings[count - 1];
      if (!embedding) return;
      onEmbedding.delete(look);
      resolve(embedding);
    };
    onEmbedding.add(look);
    look();
  });
}

function driverOf(embedder: Embedder): MemoryEmbedderDriver {
  const driver = embedder?.[innermostEmbedderDriver];
  if (driver && "embeddings" in driver) return driver as MemoryEmbedderDriver;
  throw new LLMError("EMBED_INVALID_CONFIG", "this is not a memory embedder; make one with memoryEmbedder()");
}
