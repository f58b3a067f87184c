import { events, firstDelta, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { hello } from "../prompts.js";

/** The text comes, then nothing more. */
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };

export const streamCloseIsIdempotent = llmCase({
  name: "StreamCloseIsIdempotent",
  claim: "A stream can be closed at any time, any number of times, and then ends quietly.",
  script: [endless],
  prompt: hello,
  capabilities: ["streaming"],
  checks: {
    "second-close-resolves": must({
      clause: "A second close() resolves like the first.",
      why: "Clean-up code that runs twice (a finally and a disposal) throws or hangs.",
      fix: "Return at once when the stream was closed before.",
    }),
    "closes-at-once-resolve": must({
      clause: "Several close() calls at the same time all resolve.",
      why: "A user who clicks stop twice leaves a request handler hanging.",
      fix: "Keep the promise of the first close and give it to the others, or end in one synchronous step.",
    }),
    "close-before-reading-resolves": must({
      clause: "close() resolves on a stream that nobody has read from.",
      why: "Whoever opens a stream and finds that its client is gone cannot let go of it.",
      fix: "Cancel the request itself; do not wait for a reader to come by.",
    }),
    "close-after-the-end-resolves": must({
      clause: "close() after the last event resolves, and `response()` still gives the response.",
      why: "`await using` closes every stream, also those that were read to the end.",
      fix: "Do nothing when the stream has ended; keep its response.",
    }),
    "iteration-ends-quietly": must({
      clause: "After close() the iteration is done: next() gives no further event and does not reject.",
      why: "Stopping an answer shows up as an error to the user who stopped it.",
      fix: "Answer next() with done once the stream is closed, and drop what was buffered.",
    }),
    "response-rejects": must({
      clause: "`response()` of a stream that was closed before its end rejects with LLM_STREAM_CLOSED (499).",
      why: "Half an answer is stored as if it were whole, or the caller waits forever.",
      fix: "Reject the response when the stream is closed and has not ended.",
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    const { subject } = await open();
    const opened = await stream(subject, prompt, { signal });
    await firstDelta(opened);
    await soon(opened.close(), "close() did not resolve");
    await check("second-close-resolves", () => soon(opened.close(), "the second close() did not resolve"));
    await check("iteration-ends-quietly", async () => {
      const event = await soon(opened.next(), "next() after close() did not resolve");
      expectThat(event === undefined, mismatch("next() after close()", "the end", describe(event)));
    });
    await check("response-rejects", () =>
      expectError(soon(opened.response(), "response() of a closed stream did not reject"), "LLM_STREAM_CLOSED", {
        status: 499,
      }),
    );
    await check("closes-at-once-resolve", async () => {
      const played = await open();
      const other = await stream(played.subject, prompt, { signal });
      await firstDelta(other);
      const closes = Promise.all([other.close(), other.close(), other.close()]);
      await soon(closes, "three close() calls at once did not all resolve");
    });
    await check("close-before-reading-resolves", async () => {
      const played = await open();
      const unread = await stream(played.subject, prompt, { signal });
      await soon(unread.close(), "close() of an unread stream did not resolve");
      const event = await soon(unread.next(), "next() after close() did not resolve");
      expectThat(event === undefined, mismatch("next() after close()", "the end", describe(event)));
    });
    await check("close-after-the-end-resolves", async () => {
      const played = await open({ script: ["The end."] });
      const whole = await stream(played.subject, prompt, { signal });
      const finish = (await events(whole)).at(-1);
      await soon(whole.close(), "close() after the end did not resolve");
      const response = await soon(whole.response(), "response() after the end and close() did not resolve");
      equal(response, finish?.type === "finish" ? finish.response : undefined, "`response()` after close()");
    });
  },
});
