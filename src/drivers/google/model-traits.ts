import type { Capabilities, ReasoningEffort } from "../../contract/index.js";
import { bareModel } from "./endpoint-url.js";

/** What differs between generations of models. A row of data; no code asks for a model by its name. */
export interface ModelTraits {
  /** The `thinkingConfig` for each effort; one without an entry is refused. Undefined: the model does not think. */
  readonly thinking?: Readonly<Partial<Record<ReasoningEffort, ThinkingConfig>>>;
  /** Whether it takes JSON Schema, or only the subset of OpenAPI's. */
  readonly jsonSchema: boolean;
  /** Whether tools and JSON output go together. https://github.com/googleapis/python-genai/issues/867 */
  readonly toolsWithSchema: boolean;
  /** Whether Google's own tools and the caller's go together. https://github.com/symfony/ai/issues/803 */
  readonly mixedTools: boolean;
  /** Whether a part may have a `mediaResolution` of its own; otherwise the request has one. */
  readonly partResolution: boolean;
  /** Whether a call in the history needs a thought signature, wherever it came from. */
  readonly signedCalls: boolean;
  readonly capabilities: Partial<Capabilities>;
}

type ThinkingConfig =
  | { readonly thinkingBudget: number; readonly includeThoughts?: true }
  | { readonly thinkingLevel: "LOW" | "MEDIUM" | "HIGH"; readonly includeThoughts: true };

const budget = (thinkingBudget: number) => ({ thinkingBudget, includeThoughts: true }) as const;
const level = (thinkingLevel: "LOW" | "MEDIUM" | "HIGH") => ({ thinkingLevel, includeThoughts: true }) as const;

const all: Capabilities = {
  streaming: true,
  structuredOutput: true,
  tools: true,
  vision: true,
  reasoning: true,
  tokenCounting: true,
  promptCaching: true,
  sources: true,
};

/** Tokens by effort as in https://ai.google.dev/gemini-api/docs/openai#thinking, `max` the most that a model takes. */
const budgets = { low: budget(1024), medium: budget(8192), high: budget(24_576) };

/**
 * https://ai.google.dev/gemini-api/docs/thinking: levels since Gemini 3, whose lowest, `MINIMAL`, does not promise that
 * nothing is thought; so thinking cannot be switched off.
 */
const levels = { low: level("LOW"), medium: level("MEDIUM"), high: level("HIGH"), max: level("HIGH") };

const early: ModelTraits = {
  jsonSchema: false,
  toolsWithSchema: false,
  mixedTools: false,
  partResolution: false,
  signedCalls: false,
  capabilities: { ...all, reasoning: false, promptCaching: false },
};

const second: ModelTraits = { ...early, jsonSchema: true, capabilities: all };

const third: ModelTraits = {
  thinking: levels,
  jsonSchema: true,
  toolsWithSchema: true,
  mixedTools: true,
  partResolution: true,
  signedCalls: true,
  capabilities: all,
};

/** By the beginning of the model's name; the first that fits. */
const rows: readonly (readonly [prefix: string, ModelTraits])[] = [
  ["gemini-1.", early],
  ["gemini-2.0-", early],
  ["gemma-3", { ...early, capabilities: { streaming: true, vision: true, tokenCounting: true } }],
  [
    "gemini-2.5-flash-image",
    { ...second, capabilities: { ...all, structuredOutput: false, tools: false, reasoning: false, sources: false } },
  ],
  // At least 512 tokens, at most 24,576, or 0.
  ["gemini-2.5-flash-lite", { ...second, thinking: { off: { thinkingBudget: 0 }, ...budgets, max: budget(24_576) } }],
  ["gemini-2.5-flash", { ...second, thinking: { off: { thinkingBudget: 0 }, ...budgets, max: budget(24_576) } }],
  // At least 128 tokens, at most 32,768: it always thinks.
  ["gemini-2.5-pro", { ...second, thinking: { ...budgets, max: budget(32_768) } }],
  // It has no level in between.
  ["gemini-3-pro", { ...third, thinking: { low: levels.low, high: levels.high, max: levels.max } }],
];

/** The traits of a model; of one that is not known, those of the newest generation. */
export function traitsOf(model: string): ModelTraits {
  const name = bareModel(model);
  return rows.find(([prefix]) => name.startsWith(prefix))?.[1] ?? third;
}
