/**
 * What a model can be asked for. A claim is a promise in both directions: what is `true` works, and what is `false` is
 * refused with `LLM_UNSUPPORTED` before anything is sent, never silently dropped.
 */
export interface Capabilities {
  /** `stream()`: deltas, then the response. */
  readonly streaming: boolean;
  /** `schema`: the text parses as JSON and satisfies the schema. */
  readonly structuredOutput: boolean;
  /** `tools`: a local tool is called and its result is used. */
  readonly tools: boolean;
  /** An `image` or `file` part reaches the provider. */
  readonly vision: boolean;
  /** `reasoning` other than `"off"`: the effort reaches the provider. */
  readonly reasoning: boolean;
  /** `countTokens()`: a whole number, exact. */
  readonly tokenCounting: boolean;
  /** `cacheSystem` makes the provider report cached tokens. A hint: never refused. */
  readonly promptCaching: boolean;
  /** A provider-defined search tool fills `sources`. */
  readonly sources: boolean;
}

/** The name of one capability. */
export type Capability = keyof Capabilities;

/** Every capability, in the order in which they are reported. */
export const capabilityNames = [
  "streaming",
  "structuredOutput",
  "tools",
  "vision",
  "reasoning",
  "tokenCounting",
  "promptCaching",
  "sources",
] as const satisfies readonly Capability[];
