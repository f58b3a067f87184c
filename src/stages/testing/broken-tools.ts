import { LLMError, type LLMRequest, type ToolResult } from "../../contract/index.js";
import { type Broken, badDriver, badMessages, badRequest, badResponse, badTools } from "./break-llm.js";
import type { Defects } from "./broken-requests.js";

/** What a handler is given is spoilt on its way. */
type Execute = (input: unknown, context: unknown) => unknown;
const badExecute = (spoil: (execute: Execute) => Execute): Broken =>
  badTools((tool) => (tool.execute ? { execute: spoil(tool.execute as Execute) } : {}));

const badApproval = (
  spoil: (approve: NonNullable<LLMRequest["approve"]>) => NonNullable<LLMRequest["approve"]>,
): Broken => badRequest((request) => (request.approve ? { ...request, approve: spoil(request.approve) } : request));

/** Other results than the tools gave. */
const badResults = (change: Partial<ToolResult>): Broken =>
  badMessages((message) =>
    message.role === "tool"
      ? { ...message, results: message.results.map((result) => ({ ...result, ...change })) }
      : message,
  );

export const brokenTools: Defects = {
  "ToolLoop/tool-is-called-once": [
    badExecute((execute) => (...call) => {
      execute(...call);
      return execute(...call);
    }),
    /number of times that the handler ran is 2; expected 1/,
  ],
  "ToolLoop/argument-arrives": [
    badExecute((execute) => (input, context) => execute(JSON.stringify(input), context)),
    /the handler's input is '/,
  ],
  "ToolLoop/result-reaches-the-model": [
    badResults({ output: "[object Object]" }),
    /the sent result is '\[object Object\]'/,
  ],
  "ToolLoop/result-is-used": [badResponse(() => ({ text: "Let me look that up." })), /the tool gave 21/],
  "ToolLoop/call-is-on-record": [
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.map(({ outcome: _, ...call }) => call) })),
    /`toolCalls\[0\]` is/,
  ],
  "ToolLoop/steps-are-counted": [badResponse(() => ({ steps: 1 })), /`steps` is 1; expected 2/],
  "ToolLoop/messages-are-complete": [badResponse(({ messages }) => ({ messages: messages.slice(-1) })), /the roles of/],
  "ToolLoop/step-cap-holds": [badRequest((request) => ({ ...request, maxSteps: 4 })), /handler ran is 1; expected 0/],
  "ToolLoop/failing-handler-goes-on": [
    badExecute((execute) => (...call) => {
      try {
        return execute(...call);
      } catch {
        return "";
      }
    }),
    /`outcome` is 'ran'; expected 'failed'/,
  ],
  "ToolLoop/unknown-tool-goes-on": [
    badResponse(({ toolCalls }) => {
      if (toolCalls.some(({ outcome }) => outcome === "unknown_tool"))
        throw new LLMError("LLM_UNKNOWN_TOOL", "no such tool");
      return {};
    }),
    /rejected with LLM_UNKNOWN_TOOL/,
  ],
  "ToolLoop/unfit-input-never-runs": [
    badTools(() => ({ inputSchema: { type: "object" } })),
    /handler ran is 1; expected 0/,
  ],
  "ToolLoop/broken-arguments-never-run": [
    badDriver({
      turn: (turn) => ({
        ...turn,
        toolCalls: (turn.toolCalls ?? []).map(({ id, name }) => ({ ...(id && { id }), name, input: { city: "Par" } })),
      }),
    }),
    /handler ran is 1; expected 0/,
  ],
  "ToolLoop/cut-turn-never-runs": [
    badDriver({
      turn: ({ finishReason, ...turn }) => ({
        ...turn,
        finishReason: finishReason === "length" ? "stop" : finishReason,
      }),
    }),
    /handler ran is 1; expected 0/,
  ],
  "ToolLoop/calls-keep-their-order": [
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.toReversed() })),
    /the outputs in `toolCalls` is/,
  ],

  "ToolApprovalIsEnforced/denied-call-never-runs": [
    badApproval((approve) => async (call) => {
      await approve(call);
      return true;
    }),
    /handler ran is 1; expected 0/,
  ],
  "ToolApprovalIsEnforced/denial-is-on-record": [
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.filter(({ outcome }) => outcome !== "denied") })),
    /`toolCalls\[0\]` is/,
  ],
  "ToolApprovalIsEnforced/reason-reaches-the-model": [
    badResults({ output: "denied" }),
    /the model was told \[ 'denied' \]/,
  ],
  "ToolApprovalIsEnforced/generation-goes-on": [badResponse(() => ({ steps: 1 })), /was not asked again/],
  "ToolApprovalIsEnforced/policy-sees-the-call": [
    badApproval((approve) => (call) => approve({ ...call, input: {} })),
    /the input that the policy saw is/,
  ],
  "ToolApprovalIsEnforced/approved-call-runs": [badApproval(() => () => false), /of an approved call never ran/],
  "ToolApprovalIsEnforced/only-true-approves": [
    badApproval((approve) => async (call) => Boolean(await approve(call))),
    /the handler ran although the policy answered 1/,
  ],
  "ToolApprovalIsEnforced/throwing-policy-denies": [
    badApproval((approve) => async (call) => {
      try {
        return await approve(call);
      } catch {
        return true;
      }
    }),
    /handler ran is 1; expected 0/,
  ],
};
