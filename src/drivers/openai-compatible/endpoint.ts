import type { Capabilities, ReasoningEffort } from "../../contract/index.js";

/**
 * What differs between endpoints that speak chat completions. A row of data; no code asks for an endpoint by its name.
 */
export interface Endpoint {
  /** The name in errors and responses. */
  readonly provider: string;
  /** Where it is unless the caller says otherwise. */
  readonly baseURL?: string | undefined;
  /** The header that carries the key. */
  readonly auth: "authorization: bearer" | "api-key";
  /** The field for `maxTokens`; exactly one is sent. https://github.com/sigoden/aichat/issues/1146 */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** The field for `seed`; undefined where there is none. */
  readonly seedField: "seed" | "random_seed" | undefined;
  readonly systemRole: "system" | "developer";
  /** Whether a stream may be asked for usage. https://github.com/jamesrochabrun/SwiftOpenAI/issues/67 */
  readonly streamOptions: boolean;
  /** The content of an assistant turn that only calls tools. https://github.com/vercel/ai/pull/13505 */
  readonly emptyContent: null | "";
  /** Ids of tool calls that it takes. https://github.com/editor-code-assistant/eca/issues/233 */
  readonly toolCallIds: "any" | "nine alphanumerics";
  /** How one tool is forced: by name, or, where only words are understood, by offering no other. */
  readonly forcedTool: "named" | "only one offered";
  readonly structuredOutput: "json_schema" | "json_object";
  readonly reasoning: {
    /** What is added to the body for each effort; an effort without an entry is refused. */
    readonly efforts: { readonly [effort in ReasoningEffort]?: object | undefined };
    /** On which assistant turns reasoning text is sent back. https://github.com/langchain-ai/langchain/issues/37713 */
    readonly replay: "never" | "with tool calls";
    /** The field that carries it, where the turn does not tell under which it came. */
    readonly field: "reasoning" | "reasoning_content";
  };
  /** Which `file` parts it takes. */
  readonly files: { readonly data: boolean; readonly url: boolean };
  readonly embeddings: {
    readonly maxBatchSize?: number | undefined;
    /** The field for `dimensions`; absent where there is none. */
    readonly dimensionsField?: "dimensions" | "output_dimension" | undefined;
  };
  readonly capabilities: Partial<Capabilities>;
}
