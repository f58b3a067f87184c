import type { LLMRequest } from "../../contract/index.js";
import { firstDelta, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { cityAnswer, cityRequest, hello, temperatureAnswer, temperatureCall, temperatureRequest } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { comparable } from "./play-stream.js";

const usage = { inputTokens: 12, outputTokens: 5 };
const plain = { text: "Hello again.", usage };
const rich: LLMRequest = {
  messages: [{ role: "user", content: "Something else." }],
  ...{ system: "You are long-winded.", maxTokens: 64, temperature: 0.5 },
};

export const callsLeaveNothingBehind = llmCase({
  name: "CallsLeaveNothingBehind",
  claim: "A call is as if it were the first, whatever the calls before it asked for and however they ended.",
  script: ["Hello.", plain],
  prompt: hello,
  checks: {
    "settings-do-not-stay": must({
      clause: "System text, settings and messages of a call are not sent with the next.",
      why: "A user gets answers to what another one has asked.",
      fix: "Build each request from its own call; keep no field of it in the driver.",
      needs: ["script", "meaning"],
    }),
    "tools-do-not-stay": must({
      clause: "Tools, their calls and their results are not sent with, nor listed by, the next call.",
      why: "A call without tools runs one.",
      fix: "Keep the tools in the call, and begin each response with empty lists.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "schema-does-not-stay": must({
      clause: "The output schema of a call is not sent with the next.",
      why: "A plain question is answered with JSON.",
      fix: "Keep the schema in the call.",
      needs: ["script", "meaning"],
      capabilities: ["structuredOutput"],
    }),
    "usage-does-not-add-up": must({
      clause: "The second response has its own usage, steps and messages, as a first one would.",
      why: "The hundredth answer is billed as a hundred.",
      fix: "Count in the call, not in the driver.",
      needs: ["script"],
    }),
    "failure-does-not-stay": must({
      clause: "After a call that failed, was refused or was cancelled, the next one succeeds.",
      why: "One bad request takes the model away from everybody until the service is restarted.",
      fix: "Make nothing of a failed call outlive it: no lock, no half-read body, no aborted controller.",
      needs: ["script"],
    }),
    "left-stream-does-not-stay": must({
      clause: "After a stream that was cancelled in the middle, the next answer is its own, from its beginning.",
      why: "What was left unread of one answer turns up in the next.",
      fix: "Destroy the connection of a stream that is left, instead of giving it back.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    /** A request after another one must be sent as the same request on its own. */
    const expectFresh = async (first: LLMRequest, replies: readonly (string | object)[]) => {
      const alone = await open({ script: [plain] });
      const wanted = comparable(await generate(alone.subject, prompt, { signal }));
      const { subject, sent } = await open({ script: [...replies, plain] as never });
      if (await isUnsupported(generate(subject, first, { signal }))) return;
      const response = await generate(subject, prompt, { signal });
      const [own] = alone.sent();
      equal(sent().at(-1)?.turn, own?.turn, "the next request (against the same request on its own)");
      equal(comparable(response), wanted, "the next response (against the same on its own)");
    };
    await check("settings-do-not-stay", () => expectFresh(rich, ["Well."]));
    await check("tools-do-not-stay", () => expectFresh(temperatureRequest(), [temperatureCall, temperatureAnswer]));
    await check("schema-does-not-stay", () => expectFresh(cityRequest, [cityAnswer]));
    await check("usage-does-not-add-up", async () => {
      const { subject } = await open({ script: [plain, plain] });
      const first = await generate(subject, prompt, { signal });
      const second = await generate(subject, prompt, { signal });
      equal(comparable(second), comparable(first), "the second response (against the first, to the same request)");
      equal(second.usage, usage, "`usage` of the second response");
    });
    await check("failure-does-not-stay", async () => {
      const { subject } = await open({ script: [{ error: { code: "LLM_PROVIDER_ERROR" } }, plain, plain] });
      await expectError(generate(subject, prompt, { signal }), "LLM_PROVIDER_ERROR");
      equal((await generate(subject, prompt, { signal })).text, plain.text, "`text` after an error");
      await expectError(generate(subject, { messages: [] }, { signal }), "LLM_INVALID_REQUEST");
      await expectError(generate(subject, prompt, { signal: AbortSignal.abort() }), "LLM_CANCELLED");
      equal(
        (await generate(subject, prompt, { signal })).text,
        plain.text,
        "`text` after a refusal and a cancellation",
      );
    });
    await check("left-stream-does-not-stay", async () => {
      const { subject } = await open({ script: ["Once upon a time there was a story. ".repeat(50), plain] });
      const caller = new AbortController();
      await firstDelta(await stream(subject, prompt, { signal: caller.signal }));
      caller.abort();
      equal((await generate(subject, prompt, { signal })).text, plain.text, "`text` of the next answer");
    });
  },
});
