import type { Approval } from "../../contract/index.js";
import { events, firstDelta, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { celsius, hello, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { aWhile, deferred } from "./deferred.js";

/** The text comes, then nothing more. */
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };
const reason = new Error("the user pressed stop");

export const streamClosesInEveryState = llmCase({
  name: "StreamClosesInEveryState",
  claim: "Whatever a stream is doing when it is closed, it ends, and nothing more is done for it.",
  script: [endless],
  prompt: hello,
  capabilities: ["streaming"],
  checks: {
    "while-a-handler-runs": must({
      clause:
        "close() while a tool's handler runs ends the stream at once and fires the handler's signal; nothing more is sent.",
      why: "A user who has left is still being looked things up for.",
      fix: "Let close() abort the signal that handlers get, and look at it before each further turn.",
      needs: ["script", "traffic"],
      capabilities: ["tools"],
    }),
    "while-a-policy-decides": must({
      clause: "After close() a call whose approval comes late never runs.",
      why: "Somebody confirms a dialogue that was left open, and the money is gone.",
      fix: "Look whether the stream was closed after the policy has answered.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "after-an-error": must({
      clause: "close() after the stream has failed resolves, and changes nothing.",
      why: "Clean-up code throws a second error that hides the first.",
      fix: "Do nothing when the stream has ended, however it did.",
      needs: ["script"],
    }),
    "after-an-error-that-nobody-read": must({
      clause: "A stream that failed and was closed before anybody read it ends quietly when it is read.",
      why: "Clean-up code that closes everything is followed by an error that it has dealt with already.",
      fix: "Let close() drop what was not delivered, an error too.",
      needs: ["script"],
    }),
    "disposal-after-the-end": must({
      clause: "`await using` of a stream that was read to its end does not throw.",
      why: "Every stream that went well ends in an exception.",
      fix: "Let `[Symbol.asyncDispose]` be close(), which does nothing after the end.",
      needs: ["script"],
    }),
    "abort-after-close-changes-nothing": must({
      clause: "A stream that was closed ends quietly, also when its signal fires afterwards.",
      why: "Stopping an answer and leaving the page shows an error to a user who has asked for none.",
      fix: "Let whichever of the two comes first decide.",
      needs: ["script"],
    }),
    "close-after-abort-changes-nothing": must({
      clause:
        "`response()` of a stream that was cancelled rejects with LLM_CANCELLED, also when it was closed afterwards.",
      why: "A cancellation is reported as somebody's close, and its reason is lost.",
      fix: "Let whichever of the two comes first decide.",
      needs: ["script"],
    }),
    "break-in-a-real-loop": must({
      clause: "`for await` with a `break` ends, and the LLM answers the next request.",
      why: "The loop that stops at the first word never comes back.",
      fix: "Give the iterator a return() that closes the stream without waiting for the provider.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    await check("while-a-handler-runs", async () => {
      const { subject, sent } = await open({ script: [temperatureCall, temperatureAnswer] });
      const begun = deferred<AbortSignal | undefined>();
      const tool = temperatureTool((_, context) => {
        begun.resolve(context?.signal);
        return new Promise(() => {});
      });
      const opened = await stream(subject, temperatureRequest(tool), { signal });
      const rest = opened.collect();
      const handlerSignal = await soon(begun.promise, "the handler did not begin");
      await soon(opened.close(), "close() while a handler runs did not resolve");
      const { failure } = await soon(rest, "the iteration did not end");
      if (failure)
        throw new Failure(
          mismatch("the iteration of a closed stream", "a quiet end", describe(failure.rejection?.with)),
        );
      expectThat(
        handlerSignal?.aborted === true,
        mismatch("the handler's signal", "it to fire with the close", "one that did not"),
      );
      equal(sent().length, 1, "the number of requests sent");
    });
    await check("while-a-policy-decides", async () => {
      const { subject } = await open({ script: [temperatureCall, temperatureAnswer] });
      const asked = deferred();
      const answer = deferred<Approval>();
      let ran = 0;
      const tool = temperatureTool(() => {
        ran += 1;
        return { celsius };
      });
      const approve = () => {
        asked.resolve();
        return answer.promise;
      };
      const opened = await stream(subject, { ...temperatureRequest(tool), approve }, { signal });
      const rest = opened.collect();
      await soon(asked.promise, "the policy was not asked");
      await soon(opened.close(), "close() while a policy decides did not resolve");
      await soon(rest, "the iteration did not end");
      answer.resolve(true);
      await aWhile();
      equal(ran, 0, "the number of times that the handler ran");
    });
    await check("after-an-error", async () => {
      const { subject } = await open({ script: [{ text: "Once upon", cut: true }] });
      const opened = await stream(subject, prompt, { signal });
      const { failure } = await opened.collect();
      if (!failure) throw new Failure(mismatch("a stream that was cut", "an error", "the end"));
      await soon(opened.close(), "close() after an error did not resolve");
      await expectError(opened.response(), "LLM_STREAM_INTERRUPTED");
    });
    await check("after-an-error-that-nobody-read", async () => {
      const { subject } = await open({ script: [{ text: "Once upon", cut: true }] });
      const opened = await stream(subject, prompt, { signal });
      await expectError(opened.response(), "LLM_STREAM_INTERRUPTED");
      await soon(opened.close(), "close() after an error did not resolve");
      const { events: left, failure } = await soon(opened.collect(), "the iteration did not end");
      if (failure) throw failure;
      equal(left, [], "the events of a stream that was closed");
    });
    await check("disposal-after-the-end", async () => {
      const { subject } = await open({ script: ["The end."] });
      const opened = await stream(subject, prompt, { signal });
      await events(opened);
      await soon(opened.dispose(), "disposal after the end did not end");
    });
    await check("abort-after-close-changes-nothing", async () => {
      const { subject } = await open();
      const caller = new AbortController();
      const opened = await stream(subject, prompt, { signal: caller.signal });
      await firstDelta(opened);
      const closing = opened.close();
      caller.abort(reason);
      await soon(closing, "close() did not resolve");
      const event = await soon(opened.next(), "next() after close() did not resolve");
      expectThat(event === undefined, mismatch("next() after close()", "the end", describe(event)));
      await expectError(opened.response(), "LLM_STREAM_CLOSED", { status: 499 });
    });
    await check("close-after-abort-changes-nothing", async () => {
      const { subject } = await open();
      const caller = new AbortController();
      const opened = await stream(subject, prompt, { signal: caller.signal });
      await firstDelta(opened);
      caller.abort(reason);
      await soon(opened.close(), "close() after the abort did not resolve");
      await expectError(opened.response(), "LLM_CANCELLED", { status: 499, cause: reason });
    });
    await check("break-in-a-real-loop", async () => {
      const { subject } = await open({ script: [endless, "Hello again."] });
      const opened = await stream(subject, prompt, { signal });
      await soon(opened.breakAtText(), "the loop that was left did not end");
      equal((await generate(subject, prompt, { signal })).text, "Hello again.", "`text` of the next answer");
    });
  },
});
