import type { LLMRequest, Script, StreamEvent } from "../../contract/index.js";
import { generate, named, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { celsius, temperatureAnswer, temperatureRequest, temperatureTool } from "../prompts.js";
import { resultsIn } from "./history.js";
import { comparable, joinedDeltas, playStream } from "./play-stream.js";

const reason = "the user wants no weather today";
const callOf = (city: unknown) => ({ id: `call_${city}`, name: "get_temperature", input: { city } });

/** Two turns that call a tool, each with a word before it, and the answer. */
const loop: Script = [
  { text: "Let me look.", toolCalls: [callOf("Paris"), callOf("Oslo")] },
  { text: "One more.", toolCalls: [callOf("Rome")] },
  temperatureAnswer,
];
const texts = ["Let me look.", "One more.", temperatureAnswer];

export const streamRunsTools = llmCase({
  name: "StreamRunsTools",
  claim:
    "A stream goes through the same tool loop as generate(), with the same approvals, and shows each of its steps.",
  script: loop,
  prompt: temperatureRequest(),
  capabilities: ["streaming", "tools"],
  checks: {
    "loop-goes-on": must({
      clause: "A stream runs the calls of each turn and asks again, to the answer.",
      why: "The user watches `let me look` being written, and nothing more.",
      fix: "Put the loop above both methods, so that a streamed turn goes through it as well.",
      needs: ["script"],
    }),
    "steps-are-numbered": must({
      clause: "Each event has the number of its turn: 1, 2, 3.",
      why: "A client that shows each turn apart cannot tell where one begins.",
      fix: "Count the turns of the loop from 1 and put the number on each event.",
      needs: ["script"],
    }),
    "each-step-has-its-text": must({
      clause: "The deltas of each step join to that step's text, and the response's `text` is the last step's.",
      why: "What was said before the tools ran is lost, or stands before the answer for good.",
      fix: "Keep the text by turn; do not concatenate over turns.",
      needs: ["script"],
    }),
    "calls-are-announced": must({
      clause:
        "Each call is announced by one `tool-call` event and closed by one `tool-result` event with its outcome, in call order.",
      why: "A user cannot see that something is being done, or that it went wrong.",
      fix: "Yield the call when its arguments are complete, and the result once it was run.",
      needs: ["script"],
    }),
    "equals-generate": must({
      clause: "After a tool loop `response()` is what generate() gives.",
      why: "The audit trail, the usage or the history of a streamed conversation has holes.",
      fix: "Let one loop make the response for both methods.",
      needs: ["script"],
    }),
    "approval-is-asked": must({
      clause: "A stream asks `approve` as well: a denied call never runs.",
      why: "The money is transferred although the user said no, because the answer was streamed.",
      fix: "Pass `approve` on to the loop in both methods.",
      needs: ["script"],
    }),
    "denial-reaches-the-model": must({
      clause: "In a stream the model is told the reason of a denial as well, and goes on.",
      why: "The model tries again, or claims that it was done.",
      fix: "Append `denied: <reason>` as the call's result in both methods.",
      needs: ["script", "meaning"],
    }),
    "unfit-input-never-runs": must({
      clause: "Input that does not fit the schema never reaches the handler of a stream either.",
      why: "The one method checks what a model made up, and the other runs it.",
      fix: "Check inputs in the loop that both methods share.",
      needs: ["script"],
    }),
    "handler-gets-the-signal": must({
      clause: "The handlers of a stream get a signal that fires when the stream is cancelled.",
      why: "What a handler does for minutes goes on for a user who has left.",
      fix: "Hand the signal of the call to `execute` in both methods.",
      needs: ["script"],
    }),
    "step-cap-holds": must({
      clause: "With `maxSteps: 1` a stream runs nothing: it lists the calls and ends with tool_use.",
      why: "A caller who wants to decide first finds that it was done already.",
      fix: "Look at the cap in the loop that both methods share.",
      needs: ["script"],
    }),
    "late-failure-is-an-error": must({
      clause:
        "When the provider fails in a later step, the stream rejects with that error, and nothing comes after it.",
      why: "Half a conversation passes for whole, or its tools run a second time.",
      fix: "Let the error of any turn through; that tools have run makes it final.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    const play = async (script: Script, more: Partial<LLMRequest> = {}) => {
      const inputs: unknown[] = [];
      const tool = temperatureTool((input) => {
        inputs.push(input);
        return { celsius };
      });
      const { subject, sent } = await open({ script });
      const played = await playStream(subject, { ...prompt, tools: [tool], ...more }, signal);
      return { ...played, sent, cities: inputs.map((input) => (input as { city?: unknown } | null)?.city) };
    };

    await check("loop-goes-on", async () => {
      const { response, cities } = await play(loop);
      equal(cities, ["Paris", "Oslo", "Rome"], "the cities that the handler was asked for");
      equal(response.text, temperatureAnswer, "`text`");
      equal(response.steps, 3, "`steps`");
    });
    await check("steps-are-numbered", async () => {
      const { events } = await play(loop);
      const steps = events.flatMap((event) => (event.type === "finish" ? [] : [event.step]));
      equal([...new Set(steps)], [1, 2, 3], "the steps of the events, in order");
      const results = events.flatMap((event) => (event.type === "tool-result" ? [event.step] : []));
      equal(results, [1, 1, 2], "the steps of the tool-result events");
    });
    await check("each-step-has-its-text", async () => {
      const { events, response } = await play(loop);
      const joined = texts.map((_, i) => joinedDeltas(events, "text", i + 1));
      equal(joined, texts, "the joined deltas of each step");
      equal(response.text, temperatureAnswer, "`text` of the response");
    });
    await check("calls-are-announced", async () => {
      const { events, response } = await play(loop);
      const ids = response.toolCalls.map(({ id }) => id);
      equal(callsOf(events, "tool-call"), ids, "the ids of the tool-call events (against `toolCalls`)");
      equal(callsOf(events, "tool-result"), ids, "the ids of the tool-result events (against `toolCalls`)");
      const outcomes = events.flatMap((event) => (event.type === "tool-result" ? [event.call.outcome] : []));
      equal(outcomes, ["ran", "ran", "ran"], "the outcomes of the tool-result events");
      const positions = (type: string) => events.findIndex((event) => event.type === type);
      expectThat(
        positions("tool-call") < positions("tool-result"),
        mismatch("the order of events", "the tool-call before its tool-result", "the other way round"),
      );
    });
    await check("equals-generate", async () => {
      const { response } = await play(loop);
      const { subject } = await open();
      equal(comparable(response), comparable(await generate(subject, prompt, { signal })), "`response()`");
    });
    await check("approval-is-asked", async () => {
      const asked: string[] = [];
      const approve = (call: { id: string }) => {
        asked.push(call.id);
        return false;
      };
      const { response, cities } = await play(loop, { approve });
      equal(cities, [], "the cities that the handler was asked for although all was denied");
      equal(asked.length, 3, "how often the policy was asked");
      const outcomes = response.toolCalls.map(({ outcome }) => outcome);
      equal(outcomes, ["denied", "denied", "denied"], "the outcomes in `toolCalls`");
    });
    await check("denial-reaches-the-model", async () => {
      const { sent } = await play([{ toolCalls: [callOf("Paris")] }, "As you wish."], {
        approve: () => ({ denied: reason }),
      });
      const told = resultsIn(sent()[1]?.turn?.messages ?? []).map(({ output }) => output);
      equal(told, [`denied: ${reason}`], "what the model was told of its call");
    });
    await check("unfit-input-never-runs", async () => {
      const { cities, response } = await play([{ toolCalls: [callOf(75_000)] }, temperatureAnswer]);
      equal(cities, [], "what the handler was asked for");
      equal(response.toolCalls[0]?.outcome, "failed", "the call's `outcome`");
    });
    await check("handler-gets-the-signal", async () => {
      const { subject } = await open();
      const caller = new AbortController();
      let got: AbortSignal | undefined;
      const tool = temperatureTool((_, context) => {
        got = context?.signal;
        caller.abort(new Error("the user pressed stop"));
        return new Promise(() => {});
      });
      const opened = await stream(subject, { ...prompt, tools: [tool] }, { signal: caller.signal });
      const { failure } = await soon(opened.collect(), "the cancelled stream did not end");
      if (!failure) throw new Failure(mismatch("the cancelled stream", "a rejection with LLM_CANCELLED", "the end"));
      expectThat(
        got instanceof AbortSignal,
        mismatch("`signal` in the handler's second argument", "an AbortSignal", describe(got)),
      );
      expectThat(got.aborted, mismatch("the handler's signal", "it to fire with the stream's", "one that did not"));
    });
    await check("step-cap-holds", async () => {
      const { response, cities } = await play(loop, { maxSteps: 1 });
      equal(cities, [], "what the handler was asked for");
      equal(response.finishReason, "tool_use", "`finishReason`");
      equal(
        response.toolCalls.map(({ outcome }) => outcome),
        [undefined, undefined],
        "the outcomes of the listed calls",
      );
    });
    await check("late-failure-is-an-error", async () => {
      const { subject } = await open({
        script: [{ toolCalls: [callOf("Paris")] }, { error: { code: "LLM_PROVIDER_ERROR" } }],
      });
      const opened = await stream(subject, prompt, { signal });
      const { failure } = await opened.collect();
      if (!failure)
        throw new Failure(mismatch("a stream whose provider fails in the second step", "an error", "the end"));
      const error = await expectError(named(Promise.reject(failure), "the iteration"), "LLM_PROVIDER_ERROR");
      equal(error.retryable, false, "`retryable` of an error in a later step");
      const after = await opened.next();
      expectThat(after === undefined, mismatch("next() after the error", "the end", describe(after)));
    });
  },
});

function callsOf(events: readonly StreamEvent[], type: "tool-call" | "tool-result"): string[] {
  return events.flatMap((event) => (event.type === type ? [event.call.id] : []));
}
