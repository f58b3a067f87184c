import { getEventListeners } from "node:events";
import type { Approval } from "../../contract/index.js";
import { close, firstDelta, generate, stream } from "../ask.js";
import { llmCase, must, should } from "../case.js";
import { equal, expectDisconnected, expectError } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { celsius, hello, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { aWhile, deferred } from "./deferred.js";

/** Nothing comes of its own accord. */
const silence = { stall: true };
const reason = new Error("the user pressed stop");
const cancelled = { status: 499, cause: reason };

export const cancellationIsComplete = llmCase({
  name: "CancellationIsComplete",
  claim: "A call can be cancelled at every point, ends alone, and leaves nothing behind on the signal.",
  script: [temperatureCall, temperatureAnswer],
  prompt: hello,
  checks: {
    "silent-policy-is-not-waited-for": must({
      clause: "A call that is cancelled while `approve` does not answer rejects at once with LLM_CANCELLED.",
      why: "A dialogue that nobody answers holds the request, and the server, for ever.",
      fix: "Race the policy against the signal.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "late-approval-runs-nothing": must({
      clause: "An approval that comes after the cancellation runs nothing, and sends nothing.",
      why: "What the user has cancelled is done after all.",
      fix: "Look at the signal after the policy has answered, before the handler.",
      needs: ["script", "traffic"],
      capabilities: ["tools"],
    }),
    "no-further-policy-is-asked": must({
      clause: "When the policy's first answer comes with a cancellation, it is not asked about the next call.",
      why: "A user who has cancelled is asked one question after the other.",
      fix: "Look at the signal before each question.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "silent-stream-rejects": must({
      clause: "A stream() call that is cancelled before the provider has accepted it rejects with LLM_CANCELLED.",
      why: "A user who cancels waits for the first byte anyway.",
      fix: "Pass the signal to the request that the stream is opened with.",
      needs: ["script", "traffic"],
      capabilities: ["streaming"],
    }),
    "reason-may-be-anything": must({
      clause:
        "The cause is the signal's reason also where that is no error, and the DOMException where none was given.",
      why: "Code that looks at its own reason finds another one.",
      fix: "Pass `signal.reason` on, whatever it is.",
      needs: ["script", "traffic"],
    }),
    "abort-after-the-end-changes-nothing": must({
      clause: "A signal that fires after the call has ended changes nothing: not the response, nor the next call.",
      why: "A request handler that aborts in its `finally` breaks the connection of somebody else's call.",
      fix: "Let go of the signal when the call has ended.",
      needs: ["script"],
    }),
    "other-calls-go-on": must({
      clause: "Of two calls at the same time only the one whose signal fires is cancelled.",
      why: "One user who presses stop stops everybody.",
      fix: "Give each call an AbortController of its own.",
      needs: ["script", "traffic"],
    }),
    "close-ends-streams": must({
      clause: "close() of the LLM ends an open stream: its next() and response() reject with LLM_CANCELLED.",
      why: "A shutdown hangs until the longest answer has been written.",
      fix: "Keep an AbortController that all streams follow too, and abort it in close().",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
    "close-ends-connections": should({
      clause: "close() of the LLM ends its connections to the provider.",
      why: "A process that has closed everything does not end, and every LLM that was ever made holds a socket.",
      fix: "Give the driver a pool of its own, and close it in the driver's close(); the global fetch has one that nobody can close.",
      needs: ["script", "connections"],
    }),
    "signal-is-let-go": should({
      clause: "Twenty calls that share a signal leave no more than ten listeners on it once they have ended.",
      why: "A server's shutdown signal, which all calls share, collects listeners: Node warns of a leak, and memory grows.",
      fix: "Remove the listener when the call ends, or follow the signal once for all calls.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    const promptly = <T>(work: Promise<T>) => soon(work, "the cancelled call did not end");

    /** A call whose policy is asked and does not answer. */
    const playPolicy = async () => {
      const two = {
        toolCalls: ["Paris", "Oslo"].map((city) => ({ id: city, name: "get_temperature", input: { city } })),
      };
      const { subject, sent } = await open({ script: [two, temperatureAnswer] });
      const caller = new AbortController();
      const answer = deferred<Approval>();
      const first = deferred();
      let [ran, asked] = [0, 0];
      const tool = temperatureTool(() => {
        ran += 1;
        return { celsius };
      });
      const approve = () => {
        asked += 1;
        first.resolve();
        return answer.promise;
      };
      const request = { ...temperatureRequest(tool), approve };
      const pending = generate(subject, request, { signal: caller.signal });
      await soon(first.promise, "the policy was not asked");
      return { pending, caller, answer, sent, ran: () => ran, asked: () => asked };
    };
    await check("silent-policy-is-not-waited-for", async () => {
      const { pending, caller } = await playPolicy();
      caller.abort(reason);
      await expectError(promptly(pending), "LLM_CANCELLED", cancelled);
    });
    await check("late-approval-runs-nothing", async () => {
      const { pending, caller, answer, ran, sent } = await playPolicy();
      caller.abort(reason);
      await expectError(promptly(pending), "LLM_CANCELLED");
      answer.resolve(true);
      await aWhile();
      equal([ran(), sent().length], [0, 1], "the numbers of handlers run and of requests sent");
    });
    await check("no-further-policy-is-asked", async () => {
      const { pending, caller, answer, asked } = await playPolicy();
      caller.abort(reason);
      answer.resolve(true);
      await expectError(promptly(pending), "LLM_CANCELLED");
      await aWhile();
      equal(asked(), 1, "how often the policy was asked");
    });
    await check("silent-stream-rejects", async () => {
      const { subject, arrived } = await open({ script: [silence] });
      const caller = new AbortController();
      const pending = stream(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      await expectError(promptly(pending), "LLM_CANCELLED", cancelled);
    });
    await check("reason-may-be-anything", async () => {
      const { subject, arrived } = await open({ script: [silence, silence, silence] });
      for (const [i, why] of ["shutdown", { code: 7 }, undefined].entries()) {
        const caller = new AbortController();
        const pending = generate(subject, prompt, { signal: caller.signal });
        await soon(arrived(i + 1), "no request arrived");
        caller.abort(why);
        await expectError(promptly(pending), "LLM_CANCELLED", { cause: caller.signal.reason });
      }
    });
    await check("abort-after-the-end-changes-nothing", async () => {
      const { subject } = await open({ script: ["Hello.", "Hello again."] });
      const caller = new AbortController();
      const response = await generate(subject, prompt, { signal: caller.signal });
      caller.abort(reason);
      equal(response.text, "Hello.", "`text` of the response");
      equal((await generate(subject, prompt, { signal })).text, "Hello again.", "`text` of the next answer");
    });
    await check("other-calls-go-on", async () => {
      const { subject, arrived } = await open({ script: [silence, "Hello."] });
      const caller = new AbortController();
      const leaving = generate(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      const staying = generate(subject, prompt, { signal });
      caller.abort(reason);
      await expectError(promptly(leaving), "LLM_CANCELLED");
      equal((await staying).text, "Hello.", "`text` of the call that was not cancelled");
    });
    await check("close-ends-streams", async () => {
      const { subject } = await open({ script: [{ text: "Once upon a time there was a story.", stall: true }] });
      const opened = await stream(subject, prompt, { signal });
      await firstDelta(opened);
      const whole = opened.response();
      await soon(close(subject), "close() of the LLM did not resolve");
      await expectError(promptly(whole), "LLM_CANCELLED", { status: 499 });
    });
    await check("close-ends-connections", async () => {
      const { subject, disconnected } = await open({ script: ["Hello."] });
      await generate(subject, prompt, { signal });
      await soon(close(subject), "close() of the LLM did not resolve");
      await expectDisconnected(disconnected());
    });
    await check("signal-is-let-go", async () => {
      const { subject } = await open({ script: Array.from({ length: 20 }, () => "Hello.") });
      const caller = new AbortController();
      for (let i = 0; i < 20; i++) await generate(subject, prompt, { signal: caller.signal });
      const left = getEventListeners(caller.signal, "abort").length;
      expectThat(left <= 10, mismatch("the listeners left on the signal after 20 calls", "10 at most", describe(left)));
    });
  },
});
