import { type LLM, LLMError } from "../../contract/index.js";
import { badLLM, badRequest, badResponse, plain } from "../break-llm.js";
import { overWire } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";

/** What an LLM says of itself, and what it makes of an answer. */
export const responseMutants: LLMMutants = {
  "says-that-it-is-disabled": [
    "Enabled/says-so",
    /`enabled`: expected .*, got false/,
    badLLM(() => ({ enabled: false })),
  ],
  "answers-like-a-stand-in": [
    "Enabled/answers",
    /generate\(\): expected it to resolve, got a rejection with LLM_DISABLED/,
    badLLM(() => ({ generate: () => Promise.reject(new LLMError("LLM_DISABLED", "no model")) })),
  ],
  "leaves-its-provider-blank": [
    "Identity/provider-is-named",
    /`provider`: expected .*, got ''/,
    badLLM(() => ({ provider: "" })),
  ],
  "forgets-its-model": [
    "Identity/model-is-named",
    /`model`: expected .*, got undefined/,
    badLLM(() => ({ model: undefined })),
  ],
  "names-the-protocol-as-provider": [
    "Identity/response-names-the-provider",
    /`provider`: expected 'memory', got 'openai'/,
    badResponse(() => ({ provider: "openai" })),
  ],
  "has-no-raw-reply": [
    "ResponseIsWhole/raw-is-the-reply",
    /`raw`: expected the reply, with its text in it, got undefined/,
    overWire(badResponse(() => ({ raw: undefined }))),
  ],
  "renames-itself-after-a-call": [
    "Identity/identity-is-stable",
    /its identity after a call: expected .*, got .*moved/,
    badLLM((llm) => {
      let model = llm.model;
      return {
        get model() {
          return model;
        },
        async generate(...call: Parameters<LLM["generate"]>) {
          model = "moved";
          return llm.generate(...call);
        },
      };
    }),
  ],
  "asks-a-default-model": [
    "Identity/own-model-is-sent",
    /the model sent: expected .*, got 'default'/,
    badRequest((request) => ({ ...request, model: "default" })),
  ],

  "reads-the-text-from-the-wrong-field": [
    "Generate/text-comes-back",
    /`text`: expected text that is not blank, got ''/,
    badResponse(() => ({ text: "" })),
  ],
  "collapses-white-space": [
    "Generate/text-is-untouched",
    /`text`.*: expected /,
    badResponse(({ text }) => ({ text: text.replace(/\s+/g, " ") })),
  ],
  "decodes-bytes-one-by-one": [
    "Generate/text-is-untouched",
    /`text`.*: expected /,
    badResponse(({ text }) => ({ text: Buffer.from(text).toString("latin1") })),
  ],
  "passes-the-providers-label-on": [
    "Generate/finish-reason-is-known",
    /`finishReason`: expected one of .*, got 'STOP'/,
    badResponse(() => ({ finishReason: "STOP" })),
  ],
  "subtracts-what-it-does-not-know": [
    "Generate/usage-is-whole-numbers",
    /`usage\.reasoningTokens`: expected .*, got NaN/,
    badResponse(({ usage }) => ({ usage: { ...usage, reasoningTokens: Number.NaN } })),
  ],
  "estimates-its-usage": [
    "Generate/usage-is-as-reported",
    /`usage`: expected /,
    badResponse(({ text }) => ({ usage: { inputTokens: 1, outputTokens: text.length } })),
  ],
  "reports-no-model": [
    "Generate/model-is-named",
    /`model`: expected .*, got undefined/,
    badResponse(() => ({ model: undefined })),
  ],
  "reports-its-own-model-whatever-answered": [
    "Generate/model-is-named",
    /`model` of a reply that names it: expected 'touchstone-served-model', got 'memory'/,
    badResponse(() => ({ model: "memory" })),
  ],
  "counts-one-step-too-many": [
    "Generate/takes-one-turn",
    /`steps`: expected 1, got 2/,
    badResponse(() => ({ steps: 2 })),
  ],
  "warms-up-with-a-second-request": [
    "Generate/sends-one-request",
    /number of requests sent: expected 1, got 2/,
    badLLM((llm) => ({
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        await llm.generate(plain).catch(() => {});
        return response;
      },
    })),
  ],
  "keeps-no-messages": [
    "Generate/messages-go-on",
    /number of `messages`: expected .*, got 0/,
    badResponse(() => ({ messages: [] })),
  ],
  "stamps-the-response-with-a-date": [
    "Generate/response-is-data",
    /after JSON\.stringify and back/,
    badResponse(() => ({ at: new Date(0) })),
  ],
  "hands-out-big-integers": [
    "Generate/response-is-data",
    /the response: expected data that JSON can carry, got TypeError: .*BigInt/,
    badResponse(() => ({ created: 1_700_000_000n })),
  ],
};
