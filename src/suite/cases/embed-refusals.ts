import type { Embedder, EmbedRequest } from "../../contract/index.js";
import { close, embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { equal, expectError, expectHangUp, expectNothingSent } from "../expect.js";

const hello: EmbedRequest = { texts: ["hello"] };

/** A request that the contract does not allow is refused as such. */
async function expectRefused(embedder: Embedder, request: unknown, names?: string): Promise<void> {
  const expected = names === undefined ? { status: 400 } : { status: 400, names };
  await expectError(embed(embedder, request as EmbedRequest), "EMBED_INVALID_REQUEST", expected);
}

export const embedRejectsInvalidRequests = embedderCase({
  name: "EmbedRejectsInvalidRequests",
  claim: "A request that the contract does not allow is refused before it is sent.",
  script: [],
  checks: {
    "nothing-to-embed": must({
      clause: "No texts, or none in the list, is EMBED_INVALID_REQUEST with status 400.",
      why: "An empty batch is an error at some providers and a puzzle at others.",
      fix: "Check that `texts` is a list of at least one.",
    }),
    "blank-text": must({
      clause: "A text that is blank is refused, and the message names it: `texts[1]`.",
      why: "Providers refuse the whole batch, without saying which text it was, or give a vector that means nothing.",
      fix: "Check every text after trimming; send the untrimmed one.",
    }),
    "bad-dimensions": must({
      clause: "`dimensions` that are no positive whole number are refused.",
      why: "A computed NaN is sent as null, and the default length comes back.",
      fix: "Check with Number.isInteger and > 0.",
    }),
    "unknown-task": must({
      clause: "A task that the contract does not have is refused.",
      why: "A misspelt task is dropped, and the search gets worse without a sign.",
      fix: "Check `task` against the five names.",
    }),
    "nothing-was-sent": must({
      clause: "None of these requests reaches the provider.",
      why: "It costs a round trip and comes back in the provider's own words.",
      fix: "Validate before the request is sent.",
      needs: ["traffic"],
    }),
  },
  async run({ open, check }) {
    const { subject, sent } = await open();
    await check("nothing-to-embed", async () => {
      for (const request of [{ texts: [] }, {}, { texts: "hello" }, undefined, null])
        await expectRefused(subject, request);
    });
    await check("blank-text", async () => {
      for (const blank of ["", " \n\t", 7, null]) await expectRefused(subject, { texts: ["hello", blank] }, "texts[1]");
    });
    await check("bad-dimensions", async () => {
      for (const dimensions of [0, -1, 1.5, Number.NaN, "8"]) await expectRefused(subject, { ...hello, dimensions });
    });
    await check("unknown-task", () => expectRefused(subject, { ...hello, task: "divination" }));
    await check("nothing-was-sent", () => expectNothingSent(sent()));
  },
});

export const embedHonoursCancelledContext = embedderCase({
  name: "EmbedHonoursCancelledContext",
  claim: "A cancelled call ends at once, as a cancellation with its reason, and at the provider too.",
  script: [{ stall: true }],
  prompt: hello,
  checks: {
    "aborted-signal-rejects": must({
      clause: "A call whose signal has fired rejects with EMBED_CANCELLED (499), its cause the signal's reason.",
      why: "The caller cannot tell its own cancellation from a failure, and tries again.",
      fix: "Look at the signal after validating; pass its reason on as the cause.",
    }),
    "aborted-signal-sends-nothing": must({
      clause: "A call whose signal has fired sends nothing.",
      why: "Each batch of an indexing job that was stopped is paid for.",
      fix: "Look at the signal before the request is built, and before each further batch.",
      needs: ["traffic"],
    }),
    "call-in-flight-rejects": must({
      clause: "A call that is cancelled while the provider is silent rejects at once with EMBED_CANCELLED.",
      why: "A job that is stopped waits for the answer anyway.",
      fix: "Pass the signal to the request, and translate the AbortError that comes of it.",
      needs: ["script", "traffic"],
    }),
    "server-sees-the-end": must({
      clause: "The provider sees the connection of a cancelled call end.",
      why: "The local promise rejects while the request goes on.",
      fix: "Pass the signal to the transport.",
      needs: ["script", "hang-up"],
    }),
  },
  async run({ open, check, prompt, soon }) {
    const reason = new Error("the job was stopped");
    const cancelled = { status: 499, cause: reason };
    const { subject, sent } = await open();
    await check("aborted-signal-rejects", () => {
      const pending = embed(subject, prompt, { signal: AbortSignal.abort(reason) });
      return expectError(soon(pending, "the cancelled call did not end"), "EMBED_CANCELLED", cancelled);
    });
    await check("aborted-signal-sends-nothing", () => expectNothingSent(sent()));
    const fly = async () => {
      const { subject, arrived } = await open();
      const caller = new AbortController();
      const pending = embed(subject, prompt, { signal: caller.signal });
      const request = await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      return { pending, request };
    };
    await check("call-in-flight-rejects", async () => {
      const { pending } = await fly();
      await expectError(soon(pending, "the cancelled call did not end"), "EMBED_CANCELLED", cancelled);
    });
    await check("server-sees-the-end", async () => {
      const { request } = await fly();
      await expectHangUp(request, soon);
    });
  },
});

export const embedCloseRefusesNewCalls = embedderCase({
  name: "EmbedCloseRefusesNewCalls",
  claim: "An embedder that was closed takes no more calls, and can be closed again.",
  script: [],
  checks: {
    "new-call-rejects": must({
      clause: "After close() a call rejects with EMBED_CANCELLED (499).",
      why: "A service that shuts down fails with a riddle about a destroyed socket.",
      fix: "Remember that it was closed, and refuse before the wire.",
    }),
    "nothing-was-sent": must({
      clause: "After close() nothing is sent.",
      why: "A service that shuts down goes on sending requests.",
      fix: "Remember that it was closed, and refuse before the wire.",
      needs: ["traffic"],
    }),
    "second-close-resolves": must({
      clause: "A second close() resolves like the first.",
      why: "Clean-up code that runs twice throws or hangs.",
      fix: "Return at once when it was closed before.",
    }),
  },
  async run({ open, check, soon }) {
    const { subject, sent } = await open();
    await soon(close(subject), "close() did not resolve");
    await check("new-call-rejects", () => expectError(embed(subject, hello), "EMBED_CANCELLED", { status: 499 }));
    await check("nothing-was-sent", () => expectNothingSent(sent()));
    await check("second-close-resolves", async () =>
      equal(await soon(close(subject), "the second close() did not resolve"), undefined, "what close() resolves with"),
    );
  },
});
