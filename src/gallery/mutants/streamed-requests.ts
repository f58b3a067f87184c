import type { LLM, LLMRequest } from "../../contract/index.js";
import { badLLM } from "../break-llm.js";
import { badStreamRequest } from "../break-stream.js";
import { withTools } from "../break-tools.js";
import { badBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { textOnly, withAnotherSignal, without } from "./spoilt-requests.js";

const sentOtherwise = /what stream\(\) sent \(against what generate\(\) sent\).*: expected /;

/** What stream() sends, where generate() is right. */
export const streamedRequestMutants: LLMMutants = {
  "streams-without-system-text": [
    "StreamAndGenerateAgree/conversation-is-the-same",
    /what stream\(\) sent .*, at `system`/,
    badStreamRequest(without("system")),
  ],
  "streams-the-last-message-only": [
    "StreamAndGenerateAgree/conversation-is-the-same",
    /what stream\(\) sent .*, at `messages\[0\]`/,
    badStreamRequest((request) => ({ ...request, messages: request.messages.slice(-1) })),
  ],
  "streams-without-settings": [
    "StreamAndGenerateAgree/settings-are-the-same",
    /what stream\(\) sent .*: expected .*temperature/,
    badStreamRequest(without("temperature", "topP", "seed", "maxTokens", "stopSequences")),
  ],
  "streams-without-a-limit": [
    "StreamAndGenerateAgree/settings-are-the-same",
    sentOtherwise,
    badBody(({ max_completion_tokens, ...body }) => (body.stream ? body : { ...body, max_completion_tokens })),
  ],
  "streams-without-images": [
    "StreamAndGenerateAgree/attachments-are-the-same",
    /what stream\(\) sent .*, at `messages\[0\]\.content\[1\]`/,
    badStreamRequest(textOnly),
  ],
  "streams-without-a-schema": [
    "StreamAndGenerateAgree/schema-is-the-same",
    /what stream\(\) sent .*, at `schema`/,
    badStreamRequest(without("schema")),
  ],
  "streams-without-tools": [
    "StreamAndGenerateAgree/tools-are-the-same",
    /what stream\(\) sent .*, at `tool/,
    badStreamRequest(without("tools", "toolChoice")),
  ],
  "streams-without-a-tool-choice": [
    "StreamAndGenerateAgree/tools-are-the-same",
    /what stream\(\) sent .*, at `toolChoice`/,
    badStreamRequest(without("toolChoice")),
  ],
  "streams-without-an-effort": [
    "StreamAndGenerateAgree/effort-is-the-same",
    sentOtherwise,
    badStreamRequest(without("reasoning")),
  ],
  "streams-after-its-close": [
    "StreamAndGenerateAgree/closed-llm-streams-nothing",
    /expected a rejection with LLM_CANCELLED, got (?!one with)/,
    (llm, harm) => {
      let closed = false;
      return badLLM(() => ({
        close: async () => {
          closed = true;
        },
        generate: (request: LLMRequest, options?: object) =>
          closed ? llm.generate(request, { ...options, signal: AbortSignal.abort() }) : llm.generate(request, options),
        stream: (...call: Parameters<LLM["stream"]>) => llm.stream(...call),
      }))(llm, harm);
    },
  ],
  "streams-unasked": [
    "StreamRunsTools/approval-is-asked",
    /the cities that the handler was asked for although all was denied: expected /,
    badStreamRequest(without("approve")),
  ],
  "streams-one-step": [
    "StreamRunsTools/loop-goes-on",
    /the cities that the handler was asked for: expected .*, got \[\]/,
    badStreamRequest(without("maxSteps")),
  ],
  "streams-past-the-cap": [
    "StreamRunsTools/step-cap-holds",
    /what the handler was asked for: expected /,
    badStreamRequest((request) => (request.tools ? { ...request, maxSteps: 4 } : request)),
  ],
  "streams-into-handlers-unchecked": [
    "StreamRunsTools/unfit-input-never-runs",
    /what the handler was asked for: expected /,
    badStreamRequest(withTools((tool) => (tool.execute ? { inputSchema: { type: "object" } } : {}))),
  ],
  "gives-handlers-of-a-stream-another-signal": [
    "StreamRunsTools/handler-gets-the-signal",
    /the handler's signal: expected it to fire .*, got one that did not/,
    badStreamRequest(withTools(withAnotherSignal)),
  ],
  "denies-in-streams-without-a-reason": [
    "StreamRunsTools/denial-reaches-the-model",
    /what the model was told of its call: expected /,
    badStreamRequest((request) => {
      const { approve } = request;
      return approve ? { ...request, approve: async (call) => (await approve(call)) === true } : request;
    }),
  ],
};
