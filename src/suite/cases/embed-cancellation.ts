import type { EmbedRequest } from "../../contract/index.js";
import { close, embed } from "../ask.js";
import { embedderCase, must, should } from "../case.js";
import { equal, expectDisconnected, expectError, expectHangUp, expectNothingSent } from "../expect.js";
import { aWhile } from "./deferred.js";

const hello: EmbedRequest = { texts: ["hello"] };

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
    "abort-stops-the-rest": must({
      clause: "Of a list that is split, nothing more is sent once the call is cancelled.",
      why: "A job that was stopped goes on to its end, and is paid for.",
      fix: "Look at the signal before each part, also where several are sent at once.",
      needs: ["script", "traffic"],
    }),
    "other-calls-go-on": must({
      clause: "Another call at the same time is not cancelled with it.",
      why: "One job that is stopped stops all of them.",
      fix: "Give each call an AbortController of its own.",
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
    await check("abort-stops-the-rest", async () => {
      const { subject, sent, arrived } = await open();
      const caller = new AbortController();
      const texts = Array.from({ length: 300 }, (_, i) => `chapter ${i}`);
      const pending = embed(subject, { texts }, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      const before = sent().length;
      caller.abort(reason);
      await expectError(soon(pending, "the cancelled call did not end"), "EMBED_CANCELLED", cancelled);
      await aWhile();
      expectNothingSent(sent(), before);
    });
    await check("other-calls-go-on", async () => {
      const { subject, arrived } = await open();
      const caller = new AbortController();
      const leaving = embed(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      const staying = embed(subject, prompt);
      caller.abort(reason);
      await expectError(soon(leaving, "the cancelled call did not end"), "EMBED_CANCELLED", cancelled);
      equal((await staying).vectors.length, 1, "the number of vectors of the call that was not cancelled");
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
    "close-ends-running-calls": must({
      clause: "close() ends a running call with EMBED_CANCELLED (499).",
      why: "A shutdown hangs until the slowest batch has arrived.",
      fix: "Keep an AbortController that all calls follow, and abort it in close().",
      needs: ["script", "traffic"],
    }),
    "second-close-resolves": must({
      clause: "A second close() resolves like the first.",
      why: "Clean-up code that runs twice throws or hangs.",
      fix: "Return at once when it was closed before.",
    }),
    "close-ends-connections": should({
      clause: "close() ends the embedder's connections to the provider.",
      why: "A process that has closed everything does not end, and every embedder that was ever made holds a socket.",
      fix: "Give the driver a pool of its own, and close it in the driver's close(); the global fetch has one that nobody can close.",
      needs: ["connections"],
    }),
  },
  async run({ open, check, soon }) {
    const { subject, sent } = await open();
    await soon(close(subject), "close() did not resolve");
    await check("new-call-rejects", () => expectError(embed(subject, hello), "EMBED_CANCELLED", { status: 499 }));
    await check("nothing-was-sent", () => expectNothingSent(sent()));
    await check("close-ends-running-calls", async () => {
      const running = await open({ script: [{ stall: true }] });
      const pending = embed(running.subject, hello);
      await soon(running.arrived(1), "no request arrived");
      await soon(close(running.subject), "close() did not resolve");
      await expectError(soon(pending, "the running call did not end"), "EMBED_CANCELLED", { status: 499 });
    });
    await check("second-close-resolves", async () =>
      equal(await soon(close(subject), "the second close() did not resolve"), undefined, "what close() resolves with"),
    );
    await check("close-ends-connections", async () => {
      const used = await open();
      await embed(used.subject, hello);
      await soon(close(used.subject), "close() did not resolve");
      await expectDisconnected(used.disconnected());
    });
  },
});
