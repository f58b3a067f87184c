/**
 * A language model of the AI SDK, `LanguageModelV3` or `LanguageModelV4` of `@ai-sdk/provider`, by its shape: nothing of
 * that package is imported, and what the model gives is looked at before it is believed.
 */
export interface AISDKLanguageModel {
  readonly specificationVersion: "v3" | "v4";
  /** For example `openai.chat`. */
  readonly provider: string;
  readonly modelId: string;
  /** Patterns of the addresses that the model takes itself, by media type; also as a promise. */
  readonly supportedUrls?: unknown;
  doGenerate(options: AISDKCallOptions): PromiseLike<object>;
  doStream(options: AISDKCallOptions): PromiseLike<object>;
}

/** The same of an embedding model, `EmbeddingModelV3` or `EmbeddingModelV4`. */
export interface AISDKEmbeddingModel {
  readonly specificationVersion: "v3" | "v4";
  readonly provider: string;
  readonly modelId: string;
  /** Also as a promise. */
  readonly maxEmbeddingsPerCall?: unknown;
  doEmbed(options: AISDKCallOptions): PromiseLike<object>;
}

/** What such a model is called with. */
export type AISDKCallOptions = Readonly<Record<string, unknown>>;
