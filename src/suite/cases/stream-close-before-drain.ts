import type { LLM } from "../../contract/index.js";
import { firstDelta, generate, type OpenStream, stream } from "../ask.js";
import { llmCase, must, type Played } from "../case.js";
import { expectError, expectHangUp } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { hello } from "../prompts.js";

/** The text comes, then nothing more: only the caller can end it. */
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };

export const streamCloseBeforeDrain = llmCase({
  name: "StreamCloseBeforeDrain",
  claim: "Leaving a stream early, in whatever way, ends it at the provider too.",
  script: [endless, "Hello again."],
  prompt: hello,
  capabilities: ["streaming"],
  checks: {
    "socket-released": must({
      clause: "After close() the provider sees the connection end.",
      why: "The model goes on writing, and being paid, for nobody; sockets run out.",
      fix: "Abort the request or cancel its body in close(); releasing a reader's lock is not enough.",
      needs: ["script", "hang-up"],
    }),
    "break-releases": must({
      clause: "Leaving the loop with `break` ends it at the provider as close() does.",
      why: "`for await` with a break is how most code stops reading.",
      fix: "Give the iterator a return() that closes the stream.",
      needs: ["script", "hang-up"],
    }),
    "disposal-releases": must({
      clause: "`await using` ends it at the provider as close() does.",
      why: "Code that relies on disposal leaks a connection for each early return.",
      fix: "Let `[Symbol.asyncDispose]` be close().",
      needs: ["script", "hang-up"],
    }),
    "pending-next-resolves": must({
      clause: "A next() that waits for the provider when the stream is closed resolves as done.",
      why: "The loop that shows the answer hangs for as long as the provider is silent.",
      fix: "Settle the waiting next() in close(); do not wait for the provider's iterator.",
      needs: ["script"],
    }),
    "pending-response-rejects": must({
      clause: "A response() that waits when the stream is closed rejects with LLM_STREAM_CLOSED (499).",
      why: "Whoever awaits the whole answer hangs for as long as the provider is silent.",
      fix: "Reject the pending response in close().",
      needs: ["script"],
    }),
    "next-call-works": must({
      clause: "The LLM answers the next request after a stream was left early.",
      why: "One impatient user takes the model away from everybody: the one connection of the pool is still busy.",
      fix: "Return or destroy the connection when its stream is closed.",
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    const begin = async (): Promise<{ played: Played<LLM>; opened: OpenStream }> => {
      const played = await open();
      const opened = await stream(played.subject, prompt, { signal });
      await firstDelta(opened);
      return { played, opened };
    };
    const hangUp = async ({ arrived }: Played<LLM>) => {
      const request = await soon(arrived(1), "no request arrived");
      await expectHangUp(request, soon);
    };

    const { played, opened } = await begin();
    await soon(opened.close(), "close() did not resolve");
    await check("socket-released", () => hangUp(played));
    await check("next-call-works", () => generate(played.subject, prompt, { signal }));
    await check("break-releases", async () => {
      const left = await begin();
      await soon(left.opened.leave(), "leaving the loop did not end");
      await hangUp(left.played);
    });
    await check("disposal-releases", async () => {
      const left = await begin();
      await soon(left.opened.dispose(), "disposal did not end");
      await hangUp(left.played);
    });
    await check("pending-next-resolves", async () => {
      const left = await begin();
      const rest = left.opened.collect();
      await soon(left.opened.close(), "close() did not resolve");
      const { failure } = await soon(rest, "the loop did not end");
      expectThat(
        failure === undefined,
        mismatch("the loop over a closed stream", "a quiet end", describe(failure?.rejection?.with)),
      );
    });
    await check("pending-response-rejects", async () => {
      const left = await begin();
      const whole = left.opened.response();
      await soon(left.opened.close(), "close() did not resolve");
      await expectError(soon(whole, "response() did not reject"), "LLM_STREAM_CLOSED", { status: 499 });
    });
  },
});
