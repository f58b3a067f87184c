import { type Approve, type LLM, LLMError, type ToolCall } from "../../contract/index.js";
import { badDriver, badSummary } from "../break-driver.js";
import { badRequest, badResponse } from "../break-llm.js";
import { badApproval, badDealings } from "../break-tools.js";
import type { LLMMutants, Spoil } from "../mutant.js";

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Where a loop ends, and how its calls are approved. */
export const loopMutants: LLMMutants = {
  "goes-one-step-too-far": [
    "StepCapIsExact/cap-is-exact",
    /the number of requests sent with `maxSteps: 2`: expected .*, got 3/,
    badRequest((request) => ({ ...request, maxSteps: (request.maxSteps ?? 0) + 1 })),
  ],
  "stops-one-step-early": [
    "StepCapIsExact/cap-is-exact",
    /the number of requests sent with `maxSteps: 3`: expected .*, got 2/,
    badRequest((request) => ({ ...request, maxSteps: Math.min(request.maxSteps ?? 1, 2) })),
  ],
  "knows-no-cap": [
    "StepCapIsExact/cap-is-exact",
    /got a rejection with LLM_MEMORY_EXHAUSTED|the number of requests sent with `maxSteps: 2`: expected .*, got 5/,
    badRequest((request) => ({ ...request, maxSteps: request.maxSteps === undefined ? undefined : 100 })),
  ],
  "loops-unasked": [
    "StepCapIsExact/one-turn-by-default",
    /the numbers of requests sent and of calls run with \{\}: expected .*, got \[ 2, 1 \]/,
    badRequest((request) => (request.tools ? { ...request, maxSteps: request.maxSteps ?? 2 } : request)),
  ],
  "takes-no-steps-for-no-limit": [
    "StepCapIsExact/one-turn-by-default",
    /the numbers of requests sent and of calls run with \{"maxSteps":0\}: expected /,
    badRequest((request) => (request.maxSteps === 0 ? { ...request, maxSteps: 3 } : request)),
  ],
  "fails-at-the-cap": [
    "StepCapIsExact/end-at-the-cap-is-success",
    /got a rejection with LLM_BAD_RESPONSE/,
    badResponse(({ finishReason, steps }) => {
      if (finishReason === "tool_use" && steps > 1) throw new LLMError("LLM_BAD_RESPONSE", "too many steps");
      return {};
    }),
  ],
  "calls-the-cap-a-stop": [
    "StepCapIsExact/end-at-the-cap-is-success",
    /`finishReason`: expected 'tool_use', got 'stop'/,
    badResponse(({ finishReason, steps }) =>
      finishReason === "tool_use" && steps > 1 ? { finishReason: "stop" } : {},
    ),
  ],
  "joins-the-text-of-all-steps": [
    "StepCapIsExact/text-is-the-last-step",
    /`text`: expected .*, got 'Step 1\.Step 2\.Step 3\.'/,
    badSummary((turns) => ({ text: turns.map(({ text }) => text).join("") })),
  ],
  "drops-open-calls-from-messages": [
    "StepCapIsExact/open-calls-can-be-answered",
    /the calls in the last of `messages`: expected .*, got \[\]/,
    badResponse(({ messages }) => ({
      messages: messages.map((message, i) =>
        message.role === "assistant" && i === messages.length - 1 ? { ...message, toolCalls: undefined } : message,
      ),
    })),
  ],
  "keeps-the-calls-of-a-cut-turn": [
    "StepCapIsExact/cut-calls-are-not-kept",
    /the calls in `messages` of a turn that ended in length: expected /,
    badResponse(({ messages, toolCalls, finishReason }) =>
      finishReason === "length"
        ? {
            messages: messages.map((message, i) =>
              message.role === "assistant" && i === messages.length - 1 ? { ...message, toolCalls } : message,
            ),
          }
        : {},
    ),
  ],

  "remembers-an-answer-by-tool": [
    "ApprovalIsAskedForEachCall/one-answer-is-for-one-call",
    /what ran where only Oslo was approved: expected .*, got \[\]/,
    badApproval((approve) => {
      const answers = new Map<string, ReturnType<Approve>>();
      return (call) => {
        const answer = answers.get(call.name) ?? approve(call);
        answers.set(call.name, answer);
        return answer;
      };
    }),
  ],
  "approves-a-turn-for-its-first-call": [
    "ApprovalIsAskedForEachCall/one-answer-is-for-one-call",
    /what ran where only Paris was approved: expected .*, got \[ 'Paris', 'Oslo' \]/,
    badApproval((approve) => {
      let approved = false;
      return async (call) => {
        const answer = approved || (await approve(call));
        approved ||= answer === true;
        return answer;
      };
    }),
  ],
  "asks-about-all-calls-at-once": [
    "ApprovalIsAskedForEachCall/asked-in-call-order",
    /the order of questions and answers: expected /,
    asksAtOnce,
  ],
  "runs-each-call-once-it-is-approved": [
    "ApprovalIsAskedForEachCall/asked-before-any-runs",
    /the order of questions and runs: expected /,
    badDealings(({ approve, execute }) => {
      const ran = new Map<string, unknown>();
      const approveAndRun: Approve = async (call) => {
        const answer = await approve(call);
        if (answer === true) ran.set(call.id, execute(call.input, { signal: new AbortController().signal, call }));
        return answer;
      };
      return { approve: approveAndRun, execute: (_, { call }) => ran.get(call.id) };
    }),
  ],
  "runs-while-the-policy-thinks": [
    "ApprovalIsAskedForEachCall/late-denial-denies",
    /what ran although all was denied: expected /,
    badApproval((approve) => async (call) => Promise.race([approve(call), turnOfTheLoop().then(() => true)])),
  ],
  "lets-the-policys-error-escape": [
    "ApprovalIsAskedForEachCall/rejected-policy-denies",
    /got a rejection with LLM_BAD_RESPONSE .*permission service is down/,
    badResponse(({ toolCalls }) => {
      const down = toolCalls.find(({ output }) => output?.includes("permission service is down"));
      if (down) throw new LLMError("LLM_BAD_RESPONSE", String(down.output));
      return {};
    }),
  ],
  "asks-in-the-first-step-only": [
    "ApprovalIsAskedForEachCall/later-steps-are-asked-too",
    /what the policy was asked: expected .*, got \[ 'Paris' \]/,
    asksInTheFirstStep,
  ],
  "shares-the-call-with-the-policy": [
    "ApprovalIsAskedForEachCall/policy-cannot-change-the-call",
    /what ran: expected .*, got \[ 'Atlantis', 'Atlantis' \]/,
    badDealings(({ approve, execute }) => {
      const shown = new Map<string, unknown>();
      return {
        approve(call) {
          shown.set(call.id, call.input);
          return approve(call);
        },
        execute: (input, context) => execute(shown.get(context.call.id) ?? input, context),
      };
    }),
  ],
  "records-denials-at-the-end": [
    "ApprovalIsAskedForEachCall/denied-and-approved-go-back-together",
    /the outcomes in `toolCalls`: expected .*, got \[ 'ran', 'denied' \]/,
    badResponse(({ toolCalls }) => ({
      toolCalls: toolCalls.toSorted((a, b) => Number(a.outcome === "denied") - Number(b.outcome === "denied")),
    })),
  ],
};

/** The turn that came last. */
interface LatestTurn {
  step: number;
  calls: readonly ToolCall[];
}

function watchingTurns(spoil: (latest: LatestTurn) => Spoil<LLM>): Spoil<LLM> {
  return (llm, harm) => {
    const latest: LatestTurn = { step: 0, calls: [] };
    const watched = badDriver((driver) => ({
      async turn(request, context) {
        const turn = await driver.turn(request, context);
        latest.step = context.step;
        latest.calls = (turn.toolCalls ?? []).map((call) => ({ ...call, id: call.id ?? call.name }));
        return turn;
      },
    }))(llm, harm);
    return spoil(latest)(watched, harm);
  };
}

function asksAtOnce(llm: LLM, harm: () => void): LLM {
  return watchingTurns((latest) =>
    badApproval((approve) => {
      const answers = new Map<string, ReturnType<Approve>>();
      return (call) => {
        for (const other of latest.calls) if (!answers.has(other.id)) answers.set(other.id, approve(other));
        return answers.get(call.id) ?? false;
      };
    }),
  )(llm, harm);
}

function asksInTheFirstStep(llm: LLM, harm: () => void): LLM {
  return watchingTurns((latest) => badApproval((approve) => (call) => latest.step > 1 || approve(call)))(llm, harm);
}
