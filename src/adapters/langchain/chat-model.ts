import type { ReasoningEffort } from "../../contract/index.js";

/**
 * A chat model of LangChain, `BaseChatModel` of `@langchain/core`, by its shape: nothing of that package is imported, and
 * what the model gives is looked at before it is believed.
 */
export interface LangChainChatModel extends LangChainRunnable {
  /** The provider, for example `openai`. */
  _llmType(): string;
  bindTools?(tools: never, kwargs?: never): unknown;
  withStructuredOutput?(schema: never, config?: never): unknown;
}

/** What answers: the model, or the model with tools or a schema bound to it. */
export interface LangChainRunnable {
  invoke(input: never, options?: never): Promise<unknown>;
  stream(input: never, options?: never): Promise<AsyncIterable<unknown>>;
}

/** An `Embeddings` of `@langchain/core`, by its shape. */
export interface LangChainEmbeddings {
  embedDocuments(texts: string[]): Promise<number[][]>;
}

/** What a request asks for that LangChain has no call option for: it belongs to the model's constructor. */
export interface LangChainSettings {
  readonly model?: string;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** Also given as the call option `stop`, which not every model looks at. */
  readonly stopSequences?: readonly string[];
  readonly reasoning?: ReasoningEffort;
  /** The caller's own, for this provider. */
  readonly providerOptions?: object;
}

/** A chat model, or what makes one for the settings of a request. */
export type LangChainModelSource<Model> = Model | ((settings: LangChainSettings) => Model);
