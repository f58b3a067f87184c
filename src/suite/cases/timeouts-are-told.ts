import { generate, named, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError, expectHangUp } from "../expect.js";
import { Failure, mismatch } from "../failure.js";
import { hello } from "../prompts.js";

/** Milliseconds. */
const short = 20;
const silence = { stall: true };
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };

export const timeoutsAreTold = llmCase({
  name: "TimeoutsAreTold",
  claim: "A provider that says nothing is given up after the time that was set, as a timeout and at its end too.",
  script: [silence],
  prompt: hello,
  checks: {
    "silence-times-out": must({
      clause: "A request without any reply rejects with LLM_TIMEOUT (504), retryable, after the time set for headers.",
      why: "A request hangs for five minutes, or for ever.",
      fix: "Bound the wait for headers by the option `timeouts.headers`, and map what the transport throws.",
      needs: ["script", "raw"],
    }),
    "pause-times-out": must({
      clause:
        "A stream that stops in the middle rejects with LLM_TIMEOUT (504), not retryable, after the time set between two bytes.",
      why: "The answer stands still, and nobody can tell whether it is done.",
      fix: "Bound the wait between two bytes by the option `timeouts.idle`; headers that came count no more.",
      needs: ["script", "raw"],
      capabilities: ["streaming"],
    }),
    "whole-call-times-out": must({
      clause: "`timeouts.total` bounds one request as a whole, with LLM_TIMEOUT.",
      why: "A provider that sends a byte a minute is never given up.",
      fix: "Begin one timer with the request.",
      needs: ["script", "raw"],
    }),
    "provider-sees-the-end": must({
      clause: "The provider sees the connection of a request that timed out end.",
      why: "The model goes on working, and being paid, for nobody.",
      fix: "Abort the request when the timer fires; rejecting is not enough.",
      needs: ["script", "raw", "hang-up"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    const inTime = <T>(work: Promise<T>, option: string) =>
      soon(work, `the request, to be given up after ${short} ms (\`timeouts.${option}\`), did not end`);
    await check("silence-times-out", async () => {
      const { subject } = await open({ script: [silence], timeouts: { headers: short } });
      const error = await expectError(inTime(generate(subject, prompt, { signal }), "headers"), "LLM_TIMEOUT", {
        status: 504,
      });
      equal(error.retryable, true, "`retryable` of a timeout before the first byte");
    });
    await check("pause-times-out", async () => {
      const { subject } = await open({ script: [endless], timeouts: { idle: short } });
      const opened = await stream(subject, prompt, { signal });
      const { events, failure } = await inTime(opened.collect(), "idle");
      if (!failure)
        throw new Failure(
          mismatch("a stream whose provider falls silent in the middle", "a rejection with LLM_TIMEOUT", "the end"),
        );
      const error = await expectError(named(Promise.reject(failure), "the iteration"), "LLM_TIMEOUT", { status: 504 });
      // On a machine that is busy, the time may be over before the first delta is read.
      if (events.length > 0) equal(error.retryable, false, "`retryable` of a timeout in mid-stream");
    });
    await check("whole-call-times-out", async () => {
      const { subject } = await open({ script: [silence], timeouts: { total: short } });
      await expectError(inTime(generate(subject, prompt, { signal }), "total"), "LLM_TIMEOUT", { status: 504 });
    });
    await check("provider-sees-the-end", async () => {
      const { subject, arrived } = await open({ script: [silence], timeouts: { headers: short } });
      generate(subject, prompt, { signal });
      await expectHangUp(await soon(arrived(1), "no request arrived"), soon);
    });
  },
});
