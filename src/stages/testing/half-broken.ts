import { isLLMError, type LLM, LLMError, type LLMRequest } from "../../contract/index.js";
import { type Broken, badDriver, badMessages, badResponse, broken, plain } from "./break-llm.js";
import { type BrokenEmbedder, badEmbedding } from "./broken-embedders.js";

// Subjects that break the other half of a rule: each check here has a defect of its first half elsewhere.

/** By the id of the check, and what it says. */
export const halfBrokenLLMs: readonly (readonly [string, Broken, RegExp])[] = [
  [
    "Generate/model-is-named",
    badResponse(() => ({ model: "memory" })),
    /`model` of a reply that names it is 'memory'; expected 'touchstone-served-model'/,
  ],
  [
    "Generate/text-parts-arrive",
    badMessages((message) =>
      message.role === "user" && typeof message.content !== "string"
        ? { ...message, content: message.content.slice(0, 1) }
        : message,
    ),
    /the messages sent .* 'Sayhello' /,
  ],
  [
    "Generate/history-arrives",
    badMessages((message) => {
      if (message.role !== "tool") return message;
      const ids = message.results.map(({ id }) => id).toReversed();
      return { ...message, results: message.results.map((result, i) => ({ ...result, id: ids[i] ?? "" })) };
    }),
    /the ids of the sent results/,
  ],
  [
    "AttachmentSizeIsGuarded/limit-is-exact",
    broken((llm) => ({
      generate: (request: LLMRequest, options?: { signal?: AbortSignal }) =>
        options?.signal?.aborted
          ? Promise.reject(new LLMError("LLM_CANCELLED", "cancelled"))
          : llm.generate(request, options),
    })),
    /it cannot be told/,
  ],
  [
    "Stream/refusal-rejects",
    broken((llm) => ({
      generate: (...call: Parameters<LLM["generate"]>) =>
        llm.generate(...call).catch((error: unknown) => {
          throw isLLMError(error) ? new LLMError(error.code, error.message, { status: 500 }) : error;
        }),
    })),
    /the LLM_CONTEXT_TOO_LONG of stream\(\) is .*expected .*500/,
  ],
  [
    "ToolLoop/steps-are-counted",
    broken((llm) => ({
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        await llm.generate(plain).catch(() => {});
        return response;
      },
    })),
    /number of requests sent is 3; expected 2/,
  ],
  [
    "ToolLoop/result-reaches-the-model",
    badMessages((message) =>
      message.role === "tool"
        ? { ...message, results: message.results.map((result) => ({ ...result, name: "function" })) }
        : message,
    ),
    /the names of the sent call and result is/,
  ],
  [
    "ToolLoop/broken-arguments-never-run",
    badResponse(({ toolCalls }) => ({
      toolCalls: toolCalls.map(({ outcome, ...call }) =>
        call.invalidInput === undefined ? { ...call, outcome } : call,
      ),
    })),
    /the call's `outcome` is undefined; expected 'failed'/,
  ],
  [
    "ToolLoop/cut-turn-never-runs",
    badDriver({
      turn: (turn) => (turn.finishReason === "length" ? { ...turn, toolCalls: [], finishReason: "stop" } : turn),
    }),
    /`finishReason` is 'stop'; expected 'length'/,
  ],
];

export const halfBrokenEmbedders: readonly (readonly [string, BrokenEmbedder, RegExp])[] = [
  [
    "EmbedHonoursDimensionsOrRefuses/length-is-honoured-or-refused",
    badEmbedding((_, { dimensions }) => (dimensions === undefined ? {} : { vectors: [] })),
    /the number of vectors is 0; expected 2/,
  ],
  [
    "EmbedHonoursTaskOrRefuses/task-is-taken-or-refused",
    badEmbedding((_, { task }) => (task === undefined ? {} : { vectors: [] })),
    /the number of vectors is 0; expected 1/,
  ],
];
