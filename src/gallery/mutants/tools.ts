import { type LLM, LLMError } from "../../contract/index.js";
import { badResults, badTurn } from "../break-driver.js";
import { badLLM, badRequest, badResponse, plain } from "../break-llm.js";
import { badExecute, badTools } from "../break-tools.js";
import type { LLMMutants } from "../mutant.js";

/** What becomes of calls, their handlers and their results. */
export const toolMutants: LLMMutants = {
  "runs-every-call-twice": [
    "ToolLoop/tool-is-called-once",
    /number of times that the handler ran: expected 1, got 2/,
    badExecute((execute) => async (...call) => {
      await execute(...call);
      return execute(...call);
    }),
  ],
  "hands-arguments-over-as-a-string": [
    "ToolLoop/argument-arrives",
    /the handler's input: expected .*, got '/,
    badExecute((execute) => (input, context) => execute(JSON.stringify(input), context)),
  ],
  "turns-results-into-object-object": [
    "ToolLoop/result-reaches-the-model",
    /the sent result: expected .*, got '\[object Object\]'/,
    badResults((results) => results.map((result) => ({ ...result, output: "[object Object]" }))),
  ],
  "calls-every-tool-function": [
    "ToolLoop/result-reaches-the-model",
    /the names of the sent call and result: expected /,
    badResults((results) => results.map((result) => ({ ...result, name: "function" }))),
  ],
  "answers-with-what-it-said-before-the-call": [
    "ToolLoop/result-is-used",
    /`text`: expected an answer that mentions 21, .*, got 'Let me look/,
    badResponse(() => ({ text: "Let me look that up." })),
  ],
  "keeps-no-record-of-outcomes": [
    "ToolLoop/call-is-on-record",
    /`toolCalls\[0\]`: expected /,
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.map(({ outcome: _, ...call }) => call) })),
  ],
  "keeps-no-record-of-outputs": [
    "ToolLoop/call-is-on-record",
    /`toolCalls\[0\]`: expected /,
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.map(({ output: _, ...call }) => call) })),
  ],
  "counts-the-last-step-only": [
    "ToolLoop/steps-are-counted",
    /`steps`: expected 2, got 1/,
    badResponse(() => ({ steps: 1 })),
  ],
  "asks-once-more-after-the-loop": [
    "ToolLoop/steps-are-counted",
    /number of requests sent: expected 2, got 3/,
    badLLM((llm) => ({
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        await llm.generate(plain).catch(() => {});
        return response;
      },
    })),
  ],
  "keeps-the-last-turn-only": [
    "ToolLoop/messages-are-complete",
    /the roles of/,
    badResponse(({ messages }) => ({ messages: messages.slice(-1) })),
  ],
  "runs-calls-at-the-cap": [
    "ToolLoop/step-cap-holds",
    /handler ran: expected 0, got 1/,
    badRequest((request) => ({ ...request, maxSteps: 4 })),
  ],
  "swallows-what-a-handler-throws": [
    "ToolLoop/failing-handler-goes-on",
    /`outcome`: expected 'failed', got 'ran'/,
    badExecute((execute) => (...call) => {
      try {
        return execute(...call);
      } catch {
        return "";
      }
    }),
  ],
  "throws-when-a-tool-is-unknown": [
    "ToolLoop/unknown-tool-goes-on",
    /got a rejection with LLM_UNKNOWN_TOOL/,
    badResponse(({ toolCalls }) => {
      if (toolCalls.some(({ outcome }) => outcome === "unknown_tool"))
        throw new LLMError("LLM_UNKNOWN_TOOL", "no such tool");
      return {};
    }),
  ],
  "checks-no-input": [
    "ToolLoop/unfit-input-never-runs",
    /handler ran: expected 0, got 1/,
    badTools(() => ({ inputSchema: { type: "object" } })),
  ],
  "repairs-broken-arguments": [
    "ToolLoop/broken-arguments-never-run",
    /handler ran: expected 0, got 1/,
    badTurn((turn) => ({
      ...turn,
      toolCalls: (turn.toolCalls ?? []).map((call) =>
        call.invalidInput === undefined ? call : { name: call.name, input: { city: "Par" } },
      ),
    })),
  ],
  "does-not-say-that-broken-arguments-failed": [
    "ToolLoop/broken-arguments-never-run",
    /the call's `outcome`: expected 'failed', got undefined/,
    badResponse(({ toolCalls }) => ({
      toolCalls: toolCalls.map(({ outcome, ...call }) =>
        call.invalidInput === undefined ? { ...call, outcome } : call,
      ),
    })),
  ],
  "runs-the-calls-of-a-cut-turn": [
    "ToolLoop/cut-turn-never-runs",
    /handler ran: expected 0, got 1/,
    badTurn((turn) => ({ ...turn, finishReason: turn.finishReason === "length" ? "stop" : turn.finishReason })),
  ],
  "drops-the-calls-of-a-cut-turn-and-calls-it-whole": [
    "ToolLoop/cut-turn-never-runs",
    /`finishReason`: expected 'length', got 'stop'/,
    badTurn((turn) => (turn.finishReason === "length" ? { ...turn, toolCalls: [], finishReason: "stop" } : turn)),
  ],
  "lists-calls-as-they-finish": [
    "ToolLoop/calls-keep-their-order",
    /the outputs in `toolCalls`: expected /,
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.toReversed() })),
  ],
  "drops-the-second-of-two-calls": [
    "ToolLoop/calls-keep-their-order",
    /the handlers of two calls in one turn, .*, did not end/,
    badTurn((turn) => ({ ...turn, toolCalls: turn.toolCalls?.slice(0, 1) })),
  ],
};
