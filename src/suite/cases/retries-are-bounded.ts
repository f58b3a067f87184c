import type { LLMRequest, Script, ScriptedError } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { celsius, hello, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { aWhile } from "./deferred.js";
import { playStream } from "./play-stream.js";

/** Milliseconds that the provider asks for: more than a driver waits by itself where it is told to wait for one. */
const wait = 30;
const soonAgain = (code: ScriptedError["code"], more: Partial<ScriptedError> = {}) => ({
  error: { code, retryAfterMs: 1, ...more },
});
const overloaded = soonAgain("LLM_PROVIDER_ERROR", { status: 503 });
const reason = new Error("the user pressed stop");

export const retriesAreBounded = llmCase({
  name: "RetriesAreBounded",
  claim: "What may pass by itself is tried again, as often and as late as it should be, and nothing is done twice.",
  script: [overloaded, "Hello."],
  prompt: hello,
  checks: {
    "passing-failure-is-tried-again": must({
      clause: "A rate limit, a 5xx and a 409 are tried again, and the answer comes back.",
      why: "Every overload of a second reaches the user.",
      fix: "Try again where the error is retryable.",
      needs: ["script", "retries"],
    }),
    "lasting-failure-is-not": must({
      clause: "A refused key, a spent quota, a bad request and a body that is not JSON are not tried again.",
      why: "What cannot succeed is sent three times, and may be paid for three times.",
      fix: "Look at `retryable`, not at the status alone.",
      needs: ["script", "retries"],
    }),
    "count-is-exact": must({
      clause: "With `maxRetries: 2` a failure that lasts is sent three times, and the last error is told.",
      why: "An outage is answered with a storm of requests.",
      fix: "Count the attempts; the first is no retry.",
      needs: ["script", "retries"],
    }),
    "none-when-none-are-wanted": must({
      clause: "With `maxRetries: 0` a failure is sent once.",
      why: "A caller who retries by itself multiplies two counts.",
      fix: "Take 0 for 0, not for the default; look for retries of the HTTP client too.",
      needs: ["script", "traffic"],
    }),
    "provider-says-when": must({
      clause: "When the provider tells how long to wait, the next attempt is not made earlier.",
      why: "Attempts that come too early are counted, and lengthen the ban.",
      fix: "Wait for `retryAfterMs` where it is told.",
      needs: ["script", "retries"],
    }),
    "abort-ends-the-waiting": must({
      clause: "A call that is cancelled while it waits for the next attempt rejects at once, and sends nothing more.",
      why: "A user who cancels waits for a minute, and then for an answer.",
      fix: "Race the wait against the signal.",
      needs: ["script", "retries"],
    }),
    "cancelled-attempt-is-not-tried-again": must({
      clause: "A call that is cancelled while the provider is silent is sent once, whatever `maxRetries` says.",
      why: "What a user has cancelled is sent again, and answered after all.",
      fix: "Tell an abort from a broken connection before looking whether another attempt makes sense.",
      needs: ["script", "retries"],
    }),
    "streams-are-tried-again": must({
      clause: "stream() tries again as well, as long as nothing has come.",
      why: "The one method lives through an overload and the other does not.",
      fix: "Put the retries around the opening of the stream.",
      needs: ["script", "retries"],
      capabilities: ["streaming"],
    }),
    "begun-answer-is-not-tried-again": must({
      clause: "A stream that fails after its first delta is not tried again.",
      why: "The user reads the beginning twice.",
      fix: "Stop retrying when the first byte of an answer is there.",
      needs: ["script", "retries"],
      capabilities: ["streaming"],
    }),
    "handler-runs-once": must({
      clause:
        "When a later turn of a tool loop fails, that turn is sent again: no handler runs and no policy is asked a second time.",
      why: "An order is placed twice because a server was busy.",
      fix: "Retry the call to the provider, not the loop around it.",
      needs: ["script", "retries", "meaning"],
      capabilities: ["tools"],
    }),
    "same-request-again": must({
      clause: "Each attempt sends the same request.",
      why: "The second attempt lacks the tools, or holds the question twice.",
      fix: "Build the request anew from data that no attempt changes.",
      needs: ["script", "retries", "meaning"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    const play = async (script: Script, maxRetries: number, request: LLMRequest = prompt) => {
      const { subject, sent } = await open({ script, maxRetries });
      return { subject, sent, ask: () => generate(subject, request, { signal }) };
    };
    await check("passing-failure-is-tried-again", async () => {
      const failures = [overloaded, soonAgain("LLM_RATE_LIMITED"), soonAgain("LLM_REQUEST_REJECTED", { status: 409 })];
      const { ask, sent } = await play(
        failures.flatMap((failure) => [failure, "Hello."]),
        1,
      );
      for (const { error } of failures) {
        const before = sent().length;
        equal((await ask()).text, "Hello.", `\`text\` after ${error.code}`);
        equal(sent().length - before, 2, `the number of requests sent for ${error.code}`);
      }
    });
    await check("lasting-failure-is-not", async () => {
      const codes = ["LLM_UNAUTHORIZED", "LLM_QUOTA_EXCEEDED", "LLM_REQUEST_REJECTED", "LLM_BAD_RESPONSE"] as const;
      const { ask, sent } = await play(
        codes.map((code) => ({ error: { code } })),
        2,
      );
      for (const [i, code] of codes.entries()) {
        const failing = ask();
        await failing.catch(() => {});
        equal(sent().length, i + 1, `the number of requests sent up to and with ${code}`);
        await expectError(failing, code);
      }
    });
    await check("count-is-exact", async () => {
      const { ask, sent } = await play([overloaded, overloaded, overloaded, "Hello."], 2);
      const failing = ask();
      await failing.catch(() => {});
      equal(sent().length, 3, "the number of requests sent with `maxRetries: 2`");
      await expectError(failing, "LLM_PROVIDER_ERROR", { status: 503 });
    });
    await check("none-when-none-are-wanted", async () => {
      const { ask, sent } = await play([overloaded, "Hello."], 0);
      const failing = ask();
      await failing.catch(() => {});
      equal(sent().length, 1, "the number of requests sent with `maxRetries: 0`");
      await expectError(failing, "LLM_PROVIDER_ERROR");
    });
    await check("provider-says-when", async () => {
      const { ask, sent } = await play([soonAgain("LLM_RATE_LIMITED", { retryAfterMs: wait }), "Hello."], 1);
      await ask();
      const [first, second] = sent();
      const waited = (second?.at ?? 0) - (first?.at ?? 0);
      // A timer may fire a millisecond early.
      expectThat(
        waited >= wait - 2,
        mismatch("the time before the next attempt", `${wait} ms, as the provider asked`, `${waited.toFixed(0)} ms`),
      );
    });
    await check("abort-ends-the-waiting", async () => {
      const { subject, sent, arrived } = await open({
        script: [soonAgain("LLM_RATE_LIMITED", { retryAfterMs: 30_000 }), "Hello."],
        maxRetries: 1,
      });
      const caller = new AbortController();
      const pending = generate(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      // The refusal has to come back before it can be waited for.
      for (let i = 0; i < 5; i++) await aWhile();
      caller.abort(reason);
      await expectError(soon(pending, "the cancelled call did not end"), "LLM_CANCELLED", { cause: reason });
      equal(sent().length, 1, "the number of requests sent");
    });
    await check("cancelled-attempt-is-not-tried-again", async () => {
      const { subject, sent, arrived } = await open({ script: [{ stall: true }, "Hello."], maxRetries: 2 });
      const caller = new AbortController();
      const pending = generate(subject, prompt, { signal: caller.signal });
      await soon(arrived(1), "no request arrived");
      caller.abort(reason);
      await expectError(soon(pending, "the cancelled call did not end"), "LLM_CANCELLED", { cause: reason });
      equal(sent().length, 1, "the number of requests sent");
    });
    await check("streams-are-tried-again", async () => {
      const { subject, sent } = await play([overloaded, "Hello."], 1);
      equal((await playStream(subject, prompt, signal)).response.text, "Hello.", "`text` of the stream's response");
      equal(sent().length, 2, "the number of requests sent");
    });
    await check("begun-answer-is-not-tried-again", async () => {
      for (const failure of [{ cut: true }, overloaded]) {
        const { subject, sent } = await play([{ text: "Once upon a time", ...failure }, "Hello."], 2);
        await (await stream(subject, prompt, { signal })).collect();
        equal(sent().length, 1, "the number of requests sent");
      }
    });
    await check("handler-runs-once", async () => {
      let [ran, asked] = [0, 0];
      const tool = temperatureTool(() => {
        ran += 1;
        return { celsius };
      });
      const approve = () => {
        asked += 1;
        return true;
      };
      const request = { ...temperatureRequest(tool), approve };
      const { ask, sent } = await play([temperatureCall, overloaded, temperatureAnswer], 1, request);
      equal((await ask()).text, temperatureAnswer, "`text`");
      equal([ran, asked], [1, 1], "how often the handler ran and the policy was asked");
      const [, failed, again] = sent().map(({ turn }) => turn);
      equal(again, failed, "what was sent again (against the turn that had failed)");
    });
    await check("same-request-again", async () => {
      const { ask, sent } = await play([overloaded, "Hello."], 1, {
        ...prompt,
        system: "You are brief.",
        maxTokens: 64,
      });
      await ask();
      const [first, second] = sent().map(({ turn }) => turn);
      expectThat(first !== undefined, mismatch("the number of requests sent", "2", "0"));
      equal(second, first, "the second attempt (against the first)");
    });
  },
});
