import type { CallOptions } from "./request.js";

/** What the vectors are for. */
export type EmbedTask = "document" | "query" | "similarity" | "classification" | "clustering";

export const embedTasks = [
  "document",
  "query",
  "similarity",
  "classification",
  "clustering",
] as const satisfies readonly EmbedTask[];

export interface EmbedRequest {
  /** At least one, none of them blank. */
  readonly texts: readonly string[];
  readonly model?: string | undefined;
  /** The length that every vector must have. */
  readonly dimensions?: number | undefined;
  readonly task?: EmbedTask | undefined;
  readonly providerOptions?: object | undefined;
}

export interface EmbedUsage {
  /** `undefined` when unknown. */
  readonly inputTokens?: number | undefined;
}

export interface EmbedResponse {
  /** One vector a text, in the order of the texts. */
  readonly vectors: number[][];
  /** Whether the driver scaled the vectors to unit length because the provider sends shortened ones unscaled. */
  readonly normalized?: boolean | undefined;
  /** As the provider reports it, else as asked for. */
  readonly model: string;
  readonly provider: string;
  readonly usage: EmbedUsage;
}

/** What one request to the provider gave. */
export interface EmbedBatch {
  /** In the order of the texts. */
  readonly vectors: number[][];
  readonly normalized?: boolean | undefined;
  readonly model?: string | undefined;
  readonly usage?: EmbedUsage | undefined;
}

/** One embedding request with one provider. `createEmbedder` adds validation, refusal, splitting, retries and errors. */
export interface EmbedderDriver {
  readonly provider: string;
  readonly model: string;
  /**
   * Set by adapters: the library whose model this is a driver of, for example `ai-sdk`. What `createEmbedder` supplies is then
   * no merit of the model's, and the suite says so.
   */
  readonly adapts?: string | undefined;
  /** The length of its vectors where none is asked for, if known. */
  readonly dimensions?: number | undefined;
  /** Whether it takes `task` and `dimensions`. What is not named is refused with `EMBED_UNSUPPORTED`. */
  readonly capabilities: { readonly task?: boolean | undefined; readonly dimensions?: boolean | undefined };
  /** The most texts that one request may carry. */
  readonly maxBatchSize?: number | undefined;
  embed(request: EmbedRequest, context: { readonly signal: AbortSignal }): Promise<EmbedBatch>;
  close?(): Promise<void>;
}

/** Where an embedder keeps its driver. */
export const innermostEmbedderDriver: unique symbol = Symbol.for("touchstone.innermostEmbedderDriver");

/** What an application holds. Rejects with an `LLMError` whose code begins with `EMBED_`, and nothing else. */
export interface Embedder {
  readonly provider: string;
  readonly model: string;
  readonly dimensions?: number | undefined;
  embed(request: EmbedRequest, options?: CallOptions): Promise<EmbedResponse>;
  close(): Promise<void>;
  readonly [innermostEmbedderDriver]?: EmbedderDriver;
}
