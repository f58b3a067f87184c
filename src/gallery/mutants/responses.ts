import { type LLM, LLMError } from "../../contract/index.js";
import { badLLM, badRequest, badResponse, plain } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";

/** What an LLM says of itself, and what it makes of an answer. */
export const responseMutants: LLMMutants = {
  "says-that-it-is-disabled": ["Enabled/says-so", /`enabled` is false/, badLLM(() => ({ enabled: false }))],
  "answers-like-a-stand-in": [
    "Enabled/answers",
    /generate\(\) rejected with LLM_DISABLED/,
    badLLM(() => ({ generate: () => Promise.reject(new LLMError("LLM_DISABLED", "no model")) })),
  ],
  "leaves-its-provider-blank": ["Identity/provider-is-named", /`provider` is ''/, badLLM(() => ({ provider: "" }))],
  "forgets-its-model": ["Identity/model-is-named", /`model` is undefined/, badLLM(() => ({ model: undefined }))],
  "names-the-protocol-as-provider": [
    "Identity/response-names-the-provider",
    /is 'openai'; expected 'memory'/,
    badResponse(() => ({ provider: "openai" })),
  ],
  "renames-itself-after-a-call": [
    "Identity/identity-is-stable",
    /its identity after a call is .*moved/,
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
    /sent is 'default'/,
    badRequest((request) => ({ ...request, model: "default" })),
  ],

  "reads-the-text-from-the-wrong-field": [
    "Generate/text-comes-back",
    /`text` is ''; expected text/,
    badResponse(() => ({ text: "" })),
  ],
  "collapses-white-space": [
    "Generate/text-is-untouched",
    /`text` is/,
    badResponse(({ text }) => ({ text: text.replace(/\s+/g, " ") })),
  ],
  "decodes-bytes-one-by-one": [
    "Generate/text-is-untouched",
    /`text` is/,
    badResponse(({ text }) => ({ text: Buffer.from(text).toString("latin1") })),
  ],
  "passes-the-providers-label-on": [
    "Generate/finish-reason-is-known",
    /`finishReason` is "STOP"/,
    badResponse(() => ({ finishReason: "STOP" })),
  ],
  "subtracts-what-it-does-not-know": [
    "Generate/usage-is-whole-numbers",
    /`usage\.reasoningTokens` is NaN/,
    badResponse(({ usage }) => ({ usage: { ...usage, reasoningTokens: Number.NaN } })),
  ],
  "estimates-its-usage": [
    "Generate/usage-is-as-reported",
    /`usage` is .*expected/,
    badResponse(({ text }) => ({ usage: { inputTokens: 1, outputTokens: text.length } })),
  ],
  "reports-no-model": ["Generate/model-is-named", /`model` is undefined/, badResponse(() => ({ model: undefined }))],
  "reports-its-own-model-whatever-answered": [
    "Generate/model-is-named",
    /`model` of a reply that names it is 'memory'; expected 'touchstone-served-model'/,
    badResponse(() => ({ model: "memory" })),
  ],
  "counts-one-step-too-many": [
    "Generate/takes-one-turn",
    /`steps` is 2; expected 1/,
    badResponse(() => ({ steps: 2 })),
  ],
  "warms-up-with-a-second-request": [
    "Generate/sends-one-request",
    /number of requests sent is 2; expected 1/,
    badLLM((llm) => ({
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        await llm.generate(plain).catch(() => {});
        return response;
      },
    })),
  ],
  "keeps-no-messages": ["Generate/messages-go-on", /number of `messages` is 0/, badResponse(() => ({ messages: [] }))],
  "stamps-the-response-with-a-date": [
    "Generate/response-is-data",
    /after JSON\.stringify and back/,
    badResponse(() => ({ at: new Date(0) })),
  ],
  "hands-out-big-integers": [
    "Generate/response-is-data",
    /cannot be written as JSON/,
    badResponse(() => ({ created: 1_700_000_000n })),
  ],
};
