import type { JSONSchema } from "./json.js";
import type { Message } from "./messages.js";
import type { Approve, Tool, ToolChoice } from "./tools.js";

export type ReasoningEffort = "off" | "low" | "medium" | "high" | "max";

/** Asks for text that is JSON and satisfies a schema. */
export interface OutputSchema {
  readonly name: string;
  /** Not empty. */
  readonly schema: JSONSchema;
  /** `false` turns the provider's strict mode off; otherwise it is used where the schema allows it. */
  readonly strict?: boolean | undefined;
}

/**
 * What to generate. Data, but for the tools' `execute` and `approve`: it is copied when the call is made, never changed,
 * and its owner may change it afterwards.
 */
export interface LLMRequest {
  /** For this request only; without it the LLM's own model. */
  readonly model?: string | undefined;
  readonly system?: string | undefined;
  /** At least one. */
  readonly messages: readonly Message[];
  /** The most tokens that one turn may generate. */
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  /** Any integer. */
  readonly seed?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly reasoning?: ReasoningEffort | undefined;
  readonly schema?: OutputSchema | undefined;
  /** A hint that the system message is worth caching. */
  readonly cacheSystem?: boolean | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  /** The most turns of the tool loop. 0, 1 and absent: a single turn, its calls listed and not run. */
  readonly maxSteps?: number | undefined;
  readonly approve?: Approve | undefined;
  /** Merged into what is sent, nested objects too; the caller's value wins. */
  readonly providerOptions?: object | undefined;
}

/** What every call takes beside its request. */
export interface CallOptions {
  /** Cancels the call: it rejects with `LLM_CANCELLED` (`EMBED_CANCELLED`), the signal's reason as its cause. */
  readonly signal?: AbortSignal | undefined;
}

/** How long a driver waits, in milliseconds. What passes them is `LLM_TIMEOUT` (`EMBED_TIMEOUT`). */
export interface Timeouts {
  /** For the connection. Default 10,000. */
  readonly connect?: number | undefined;
  /** For the reply's headers, once the request is sent. Default 120,000. */
  readonly headers?: number | undefined;
  /** Between two bytes of the reply. Default 120,000. */
  readonly idle?: number | undefined;
  /** For one request as a whole. Default none. */
  readonly total?: number | undefined;
}
