export { batchesOf, type InBatches, inBatches } from "./batches.js";
export { createEmbedder, type EmbedderOptions } from "./create-embedder.js";
export { createLLM, type LLMOptions } from "./create-llm.js";
export { disabledLLM } from "./disabled-llm.js";
export { parseExactly, stringifyDigits, stringifyExactly } from "./exact-json.js";
export { ExtractError, type ExtractOptions, extract } from "./extract.js";
export { finishReason } from "./finish-reason.js";
export { createGrowingText } from "./growing-text.js";
export type { SchemaIssue } from "./json-schema.js";
export { askingForLarge, parserFor, saidOfLarge, sayingOfLarge } from "./large-integers.js";
export {
  type ErrorBody,
  type ErrorKind,
  googleKindOf,
  isErrorObject,
  isSuspicious,
  kindOf,
  readErrorBody,
  readRetryAfter,
} from "./provider-errors/index.js";
export { dressed } from "./registry.js";
export type { RetryOptions } from "./retry.js";
export { type RanTool, runTool } from "./run-tool.js";
export { cancelled } from "./scope.js";
export { standInFor, withoutPrototypes } from "./stand-in.js";
export { type TypedTool, tool } from "./tool.js";
export { type MeteredUsage, type UsageMeter, usageMeter } from "./usage-meter.js";
export { type DriverWrapper, overDriver, wrapLLM } from "./wrap-llm.js";
