import { type LLM, LLMError, type LLMRequest, maxAttachmentBytes } from "../../contract/index.js";
import { accepting, type Broken, badDriver, badMessages, badRequest, badResponse, broken, plain } from "./break-llm.js";

/** A subject with one defect, and what the check that finds it says. */
export type Defects = Readonly<Record<string, readonly [Broken, RegExp]>>;

const firstContent = (request: LLMRequest) => JSON.stringify(request.messages?.[0] ?? null);
const contains = (text: string) => (request: LLMRequest, code: string) =>
  code === "LLM_INVALID_REQUEST" && firstContent(request).includes(text);
const lacks = (wanted: string, unwanted: string) => (request: LLMRequest, code: string) =>
  code === "LLM_INVALID_REQUEST" && firstContent(request).includes(wanted) && !firstContent(request).includes(unwanted);

/** Refuses as it should, but in stream() not at all, or after it has sent something. */
const lateRefusals = (name: string): Defects => ({
  [`${name}/stream-refuses-too`]: [
    broken((llm) => ({ stream: (_: LLMRequest, options?: object) => llm.stream(plain, options) })),
    /resolved with .*; expected a rejection/,
  ],
  [`${name}/nothing-was-sent`]: [
    broken((llm) => ({
      generate: (request: LLMRequest, options?: object) =>
        llm.generate(request, options).catch(async (error: unknown) => {
          await llm.generate(plain);
          throw error;
        }),
    })),
    /requests? (was|were) sent; expected none/,
  ],
});

/** The same refusal without telling where. */
const placeless = broken((llm) => ({
  generate: (request: LLMRequest, options?: object) =>
    llm.generate(request, options).catch((error: LLMError) => {
      throw new LLMError(error.code, "invalid request");
    }),
}));

const tookIt = /resolved with .*; expected a rejection with LLM_/;

export const brokenRequests: Defects = {
  "Enabled/says-so": [broken(() => ({ enabled: false })), /`enabled` is false/],
  "Enabled/answers": [
    broken(() => ({ generate: () => Promise.reject(new LLMError("LLM_DISABLED", "no model")) })),
    /generate\(\) rejected with LLM_DISABLED/,
  ],
  "Identity/provider-is-named": [broken(() => ({ provider: "" })), /`provider` is ''/],
  "Identity/model-is-named": [broken(() => ({ model: undefined })), /`model` is undefined/],
  "Identity/response-names-the-provider": [badResponse(() => ({ provider: "other" })), /is 'other'; expected 'memory'/],
  "Identity/identity-is-stable": [
    broken((llm) => {
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
    /its identity after a call is .*moved/,
  ],
  "Identity/own-model-is-sent": [badRequest((request) => ({ ...request, model: "default" })), /sent is 'default'/],
  "Generate/text-comes-back": [badResponse(() => ({ text: "" })), /`text` is ''; expected text/],
  "Generate/text-is-untouched": [badResponse(({ text }) => ({ text: text.replace(/\s+/g, " ") })), /`text` is/],
  "Generate/finish-reason-is-known": [badResponse(() => ({ finishReason: "STOP" })), /`finishReason` is "STOP"/],
  "Generate/usage-is-whole-numbers": [
    badResponse(({ usage }) => ({ usage: { ...usage, reasoningTokens: Number.NaN } })),
    /`usage\.reasoningTokens` is NaN/,
  ],
  "Generate/usage-is-as-reported": [badResponse(() => ({ usage: { inputTokens: 1 } })), /`usage` is .*expected/],
  "Generate/model-is-named": [badResponse(() => ({ model: undefined })), /`model` is undefined/],
  "Generate/takes-one-turn": [badResponse(() => ({ steps: 2 })), /`steps` is 2; expected 1/],
  "Generate/sends-one-request": [
    broken((llm) => ({
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        await llm.generate(plain).catch(() => {});
        return response;
      },
    })),
    /number of requests sent is 2; expected 1/,
  ],
  "Generate/text-parts-arrive": [
    badMessages((message) => ("content" in message ? { ...message, content: String(message.content) } : message)),
    /the messages sent .*\[objectObject\]/,
  ],
  "Generate/history-arrives": [
    badDriver({
      request: (request) => ({ ...request, messages: request.messages.filter(({ role }) => role !== "tool") }),
    }),
    /the history sent is/,
  ],
  "Generate/messages-go-on": [badResponse(() => ({ messages: [] })), /number of `messages` is 0/],
  "Generate/response-is-data": [badResponse(() => ({ at: new Date(0) })), /after JSON\.stringify and back/],
  "Generate/request-arrives": [badRequest(({ system: _, ...request }) => request), /the request sent is/],
  "Generate/request-is-not-changed": [
    badRequest((request) => Object.assign(request, { model: "mine" })),
    /the caller's request after the call/,
  ],
  "Generate/later-changes-do-not-matter": [
    broken((llm) => ({
      async generate(request: LLMRequest, options?: object) {
        await undefined;
        return llm.generate(request, options);
      },
    })),
    /the request sent is .*goodbye/,
  ],
  "Generate/settings-are-sent-or-refused": [badRequest(({ seed: _, ...request }) => request), /`seed` of the request/],

  "RejectsEmptyConversation/empty-list": [accepting(({ messages }) => messages?.length === 0), tookIt],
  "RejectsEmptyConversation/missing-list": [
    accepting((request) => typeof request === "object" && request !== null && !Array.isArray(request.messages)),
    tookIt,
  ],
  "RejectsEmptyConversation/no-request": [
    broken((llm) => ({
      generate: async (request: LLMRequest, options?: object) =>
        llm.generate({ ...request, messages: request.messages }, options),
    })),
    /rejected with TypeError: .*, which is no LLMError/,
  ],
  ...lateRefusals("RejectsEmptyConversation"),
  "RejectsUnknownRole/unknown-role": [accepting((request) => JSON.stringify(request).includes("wizard")), tookIt],
  "RejectsUnknownRole/missing-role": [accepting(lacks("Hello", "role")), tookIt],
  "RejectsUnknownRole/system-in-the-list": [accepting(contains('"system"')), tookIt],
  "RejectsUnknownRole/place-is-named": [placeless, /does not name messages\[2\]: "invalid request"/],
  ...lateRefusals("RejectsUnknownRole"),
  "RejectsEmptySchema/empty-schema": [accepting((request) => JSON.stringify(request).includes("{}")), tookIt],
  "RejectsEmptySchema/missing-schema": [accepting((request) => !JSON.stringify(request).includes("{}")), tookIt],
  ...lateRefusals("RejectsEmptySchema"),
  "RejectsMalformedAttachment/neither-data-nor-url": [
    accepting(contains('{"type":"image","mediaType":"image/png"}')),
    tookIt,
  ],
  "RejectsMalformedAttachment/both-data-and-url": [accepting(contains("https://")), tookIt],
  "RejectsMalformedAttachment/data-without-media-type": [accepting(lacks("data", "mediaType")), tookIt],
  "RejectsMalformedAttachment/media-type-without-slash": [accepting(contains('"mediaType":"png"')), tookIt],
  "RejectsMalformedAttachment/bad-detail": [accepting(contains("extreme")), tookIt],
  "RejectsMalformedAttachment/unknown-part": [accepting(contains("no type")), tookIt],
  "RejectsMalformedAttachment/place-is-named": [placeless, /does not name messages\[0\]\.content\[1\]/],
  ...lateRefusals("RejectsMalformedAttachment"),
  "AttachmentSizeIsGuarded/one-too-large": [
    accepting(({ messages }, code) => code === "LLM_ATTACHMENT_TOO_LARGE" && messages.length === 1),
    tookIt,
  ],
  "AttachmentSizeIsGuarded/together-too-large": [
    accepting(({ messages }, code) => code === "LLM_ATTACHMENT_TOO_LARGE" && messages.length > 1),
    tookIt,
  ],
  "AttachmentSizeIsGuarded/limit-is-exact": [
    badRequest((request) => {
      if (JSON.stringify(request).length > maxAttachmentBytes)
        throw new LLMError("LLM_ATTACHMENT_TOO_LARGE", "too many characters");
      return request;
    }),
    /LLM_ATTACHMENT_TOO_LARGE/,
  ],
  ...lateRefusals("AttachmentSizeIsGuarded"),
};
