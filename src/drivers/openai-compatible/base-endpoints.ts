import type { Endpoint } from "./endpoint.js";

/** The protocol as its many speakers have it in common; for an endpoint that none of the presets names. */
export const generic: Endpoint = {
  provider: "openai-compatible",
  auth: "authorization: bearer",
  // Older than max_completion_tokens, and understood more widely: https://github.com/openhab/openhab-addons/pull/21459
  maxTokensField: "max_tokens",
  seedField: "seed",
  systemRole: "system",
  streamOptions: true,
  emptyContent: null,
  toolCallIds: "any",
  forcedTool: "named",
  structuredOutput: "json_schema",
  reasoning: {
    efforts: {
      off: { reasoning_effort: "none" },
      low: { reasoning_effort: "low" },
      medium: { reasoning_effort: "medium" },
      high: { reasoning_effort: "high" },
      // Here and below: the most that there is, which is what `max` asks for, also where it is no more than `high`.
      max: { reasoning_effort: "high" },
    },
    replay: "never",
    field: "reasoning_content",
  },
  files: { data: true, url: false },
  embeddings: { dimensionsField: "dimensions" },
  capabilities: {
    streaming: true,
    structuredOutput: true,
    tools: true,
    vision: true,
    reasoning: true,
    promptCaching: true,
  },
};

/**
 * https://platform.openai.com/docs/api-reference/chat/create: `max_tokens` is deprecated and refused by reasoning models,
 * `developer` replaces `system`, `xhigh` is the highest effort and `none` the lowest.
 * https://platform.openai.com/docs/api-reference/embeddings/create: at most 2,048 texts in one request.
 */
export const openai: Endpoint = {
  ...generic,
  provider: "openai",
  baseURL: "https://api.openai.com/v1",
  maxTokensField: "max_completion_tokens",
  systemRole: "developer",
  reasoning: {
    ...generic.reasoning,
    efforts: { ...generic.reasoning.efforts, max: { reasoning_effort: "xhigh" } },
  },
  embeddings: { maxBatchSize: 2048, dimensionsField: "dimensions" },
};
