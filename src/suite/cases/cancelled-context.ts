import type { LLMRequest } from "../../contract/index.js";
import { close, firstDelta, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError, expectHangUp, expectNothingSent } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { hello, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { notToBeAsked } from "./refused-requests.js";

/** Nothing comes of its own accord; only the caller can end it. */
const silence = { stall: true };
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };

export const cancelledContext = llmCase({
  name: "HonoursCancelledContext",
  claim:
    "A cancelled call ends at once, as a cancellation with its reason, at the provider too, and sends nothing more.",
  script: [silence],
  prompt: hello,
  checks: {
    "aborted-signal-rejects": must({
      clause: "A call whose signal has fired rejects with LLM_CANCELLED (499, not retryable).",
      why: "The caller cannot tell its own cancellation from a failure, and tries again.",
      fix: "Look at the signal after validating the request; reject with one error of your own, not an AbortError.",
    }),
    "cause-is-the-reason": must({
      clause: "The error's `cause` is the signal's reason, the very same value.",
      why: "Why it was cancelled (a timeout, a user, a shutdown) is lost.",
      fix: "Pass `signal.reason` on as the cause, neither wrapped nor copied.",
    }),
    "aborted-signal-sends-nothing": must({
      clause: "A call whose signal has fired sends nothing.",
      why: "Each request of a client that is already gone is paid for.",
      fix: "Look at the signal before the request is built.",
      needs: ["traffic"],
    }),
    "aborted-stream-sends-nothing": must({
      clause: "stream() does the same: LLM_CANCELLED, and nothing is sent.",
      why: "One method honours the signal and the other forgets it.",
      fix: "Look at the signal in one place that both methods go through.",
      needs: ["traffic"],
      capabilities: ["streaming"],
    }),
    "validation-comes-first": must({
      clause: "A request that is not valid is refused as such, also when its signal has fired.",
      why: "A mistake in the request hides behind a cancellation until the wrong moment.",
      fix: "Validate before the signal is looked at.",
    }),
    "call-in-flight-rejects": must({
      clause:
        "A call that is cancelled while the provider is silent rejects at once with LLM_CANCELLED and the reason as cause.",
      why: "A user who cancels waits for the answer anyway.",
      fix: "Pass the signal to the request, and translate the AbortError that comes of it.",
      needs: ["script", "traffic"],
    }),
    "server-sees-the-end": must({
      clause: "The provider sees the connection of a cancelled call end.",
      why: "The local promise rejects while the model goes on working, and being paid, for nobody.",
      fix: "Pass the signal to the transport; racing the promise against it is not enough.",
      needs: ["script", "hang-up"],
    }),
    "stream-rejects": must({
      clause:
        "A stream that is cancelled in the middle rejects the waiting next() and response() with LLM_CANCELLED, its cause the reason.",
      why: "It looks like the regular end: half an answer passes for whole.",
      fix: "Reject what waits when the signal fires; only close() ends quietly.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
    "server-sees-the-end-of-the-stream": must({
      clause: "The provider sees the connection of a cancelled stream end.",
      why: "The model goes on writing, and being paid, for nobody.",
      fix: "Keep the signal connected to the body after the headers have arrived.",
      needs: ["script", "hang-up"],
      capabilities: ["streaming"],
    }),
    "tool-loop-stops": must({
      clause:
        "A call that is cancelled while a handler runs rejects without waiting for it, and asks the model no more.",
      why: "The next turn is paid for, and its tools run, after the user has cancelled.",
      fix: "Race the handlers against the signal, and look at it before each further request.",
      needs: ["script", "traffic"],
      capabilities: ["tools"],
    }),
    "handler-gets-the-signal": must({
      clause: "The handler of a tool gets a signal that fires when the call is cancelled.",
      why: "A handler that runs for minutes cannot stop.",
      fix: "Hand a signal that follows the caller's to `execute` as `{ signal }`.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "closed-llm-refuses": must({
      clause: "After close() of the LLM new calls reject with LLM_CANCELLED (499).",
      why: "A service that shuts down fails with a riddle about a destroyed socket.",
      fix: "Remember that it was closed, and refuse before the wire.",
    }),
    "closed-llm-sends-nothing": must({
      clause: "After close() of the LLM new calls send nothing.",
      why: "A service that shuts down goes on sending requests, and paying for them.",
      fix: "Remember that it was closed, and refuse before the wire.",
      needs: ["traffic"],
    }),
    "close-ends-running-calls": must({
      clause: "close() of the LLM ends a running call with LLM_CANCELLED, and resolves, also the second time.",
      why: "A shutdown hangs until the slowest answer has arrived.",
      fix: "Keep an AbortController that all calls follow, and abort it in close().",
      needs: ["script", "traffic"],
    }),
  },
  async run({ open, check, prompt, soon }) {
    const reason = new Error("the user pressed stop");
    const fired = AbortSignal.abort(reason);
    const cancelled = { status: 499, cause: reason };
    const { subject, sent } = await open({ script: notToBeAsked });
    const promptly = <T>(work: Promise<T>) => soon(work, "the cancelled call did not end");

    await check("aborted-signal-rejects", async () => {
      const pending = promptly(generate(subject, prompt, { signal: fired }));
      const error = await expectError(pending, "LLM_CANCELLED", { status: 499 });
      equal(error.retryable, false, "`retryable` of a cancellation");
    });
    await check("cause-is-the-reason", () =>
      expectError(promptly(generate(subject, prompt, { signal: fired })), "LLM_CANCELLED", cancelled),
    );
    await check("aborted-signal-sends-nothing", () => expectNothingSent(sent()));
    await check("aborted-stream-sends-nothing", async () => {
      await expectError(promptly(stream(subject, prompt, { signal: fired })), "LLM_CANCELLED", cancelled);
      expectNothingSent(sent());
    });
    await check("validation-comes-first", () => {
      const invalid = { messages: [] } as LLMRequest;
      return expectError(promptly(generate(subject, invalid, { signal: fired })), "LLM_INVALID_REQUEST");
    });

    await check("call-in-flight-rejects", async () => {
      const { subject, arrived } = await open();
      const caller = new AbortController();
      const pending = generate(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      await expectError(promptly(pending), "LLM_CANCELLED", cancelled);
    });
    await check("server-sees-the-end", async () => {
      const { subject, arrived } = await open();
      const caller = new AbortController();
      generate(subject, prompt, { signal: caller.signal });
      const request = await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      await expectHangUp(request, soon);
    });
    await check("stream-rejects", async () => {
      const { subject } = await open({ script: [endless] });
      const caller = new AbortController();
      const opened = await stream(subject, prompt, { signal: caller.signal });
      await firstDelta(opened);
      const whole = opened.response();
      caller.abort(reason);
      await expectError(promptly(opened.next()), "LLM_CANCELLED", cancelled);
      await expectError(promptly(whole), "LLM_CANCELLED", cancelled);
    });
    await check("server-sees-the-end-of-the-stream", async () => {
      const { subject, arrived } = await open({ script: [endless] });
      const caller = new AbortController();
      const opened = await stream(subject, prompt, { signal: caller.signal });
      await firstDelta(opened);
      const request = await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      await expectHangUp(request, soon);
    });

    /** A loop that is cancelled while its tool's handler runs and does not end. */
    const cancelInHandler = async () => {
      const { subject, sent } = await open({ script: [temperatureCall, temperatureAnswer] });
      const caller = new AbortController();
      let handlerSignal: AbortSignal | undefined;
      const tool = temperatureTool((_, context) => {
        handlerSignal = (context as { signal?: AbortSignal } | undefined)?.signal;
        caller.abort(reason);
        return new Promise(() => {});
      });
      const pending = generate(subject, temperatureRequest(tool), { signal: caller.signal });
      await expectError(promptly(pending), "LLM_CANCELLED", cancelled);
      return { sent, handlerSignal };
    };
    await check("tool-loop-stops", async () => {
      const { sent } = await cancelInHandler();
      equal(sent().length, 1, "the number of requests sent");
    });
    await check("handler-gets-the-signal", async () => {
      const { handlerSignal } = await cancelInHandler();
      expectThat(
        handlerSignal instanceof AbortSignal,
        mismatch("`signal` in the handler's second argument", "an AbortSignal", describe(handlerSignal)),
      );
      expectThat(
        handlerSignal.aborted,
        mismatch("the handler's signal", "it to fire with the call's", "one that did not"),
      );
    });

    const closed = await open({ script: notToBeAsked });
    const closing = close(closed.subject);
    await check("closed-llm-refuses", async () => {
      await soon(closing, "close() did not resolve");
      await expectError(promptly(generate(closed.subject, prompt)), "LLM_CANCELLED", { status: 499 });
    });
    await check("closed-llm-sends-nothing", () => expectNothingSent(closed.sent()));
    await check("close-ends-running-calls", async () => {
      const { subject, arrived } = await open();
      const pending = generate(subject, prompt);
      await soon(arrived(1), "no request arrived");
      await soon(close(subject), "close() did not resolve");
      await expectError(promptly(pending), "LLM_CANCELLED", { status: 499 });
      await soon(close(subject), "the second close() did not resolve");
    });
  },
});
