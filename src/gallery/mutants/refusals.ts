import { type LLM, LLMError, type LLMRequest, maxAttachmentBytes } from "../../contract/index.js";
import { accepting, badLLM, badRequest } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";
import { lateRefusals, placeless, tookIt } from "./late-refusals.js";

const firstContent = (request: LLMRequest) => JSON.stringify(request.messages?.[0] ?? null);
const contains = (text: string) => (request: LLMRequest, code: string) =>
  code === "LLM_INVALID_REQUEST" && firstContent(request).includes(text);
const lacks = (wanted: string, unwanted: string) => (request: LLMRequest, code: string) =>
  code === "LLM_INVALID_REQUEST" && firstContent(request).includes(wanted) && !firstContent(request).includes(unwanted);

/** What is to be refused before the wire. */
export const refusalMutants: LLMMutants = {
  "takes-an-empty-conversation": [
    "RejectsEmptyConversation/empty-list",
    tookIt,
    accepting(({ messages }) => messages?.length === 0),
  ],
  "takes-a-request-without-messages": [
    "RejectsEmptyConversation/missing-list",
    tookIt,
    accepting((request) => typeof request === "object" && request !== null && !Array.isArray(request.messages)),
  ],
  "stumbles-over-no-request": [
    "RejectsEmptyConversation/no-request",
    /got one with TypeError: .*, which is no LLMError/,
    badLLM((llm) => ({
      generate: async (request: LLMRequest, options?: object) =>
        llm.generate({ ...request, messages: request.messages }, options),
    })),
  ],
  ...lateRefusals("RejectsEmptyConversation", "an-empty-conversation"),
  "takes-any-role": [
    "RejectsUnknownRole/unknown-role",
    tookIt,
    accepting((request) => JSON.stringify(request).includes("wizard")),
  ],
  "takes-no-role-for-user": ["RejectsUnknownRole/missing-role", tookIt, accepting(lacks("Hello", "role"))],
  "takes-system-messages-in-the-list": [
    "RejectsUnknownRole/system-in-the-list",
    tookIt,
    accepting(contains('"system"')),
  ],
  "does-not-say-which-message": [
    "RejectsUnknownRole/place-is-named",
    /expected it to name messages\[2\], got "invalid request"/,
    placeless,
  ],
  ...lateRefusals("RejectsUnknownRole", "an-unknown-role"),
  "takes-an-empty-schema": [
    "RejectsEmptySchema/empty-schema",
    tookIt,
    accepting((request) => JSON.stringify(request).includes("{}")),
  ],
  "takes-a-missing-schema": [
    "RejectsEmptySchema/missing-schema",
    tookIt,
    accepting((request) => !JSON.stringify(request).includes("{}")),
  ],
  ...lateRefusals("RejectsEmptySchema", "an-empty-schema"),
  "takes-an-image-without-data": [
    "RejectsMalformedAttachment/neither-data-nor-url",
    tookIt,
    accepting(contains('{"type":"image","mediaType":"image/png"}')),
  ],
  "takes-data-and-url-together": [
    "RejectsMalformedAttachment/both-data-and-url",
    tookIt,
    accepting(contains("https://")),
  ],
  "guesses-a-media-type": [
    "RejectsMalformedAttachment/data-without-media-type",
    tookIt,
    accepting(lacks("data", "mediaType")),
  ],
  "takes-a-file-ending-for-a-media-type": [
    "RejectsMalformedAttachment/media-type-without-slash",
    tookIt,
    accepting(contains('"mediaType":"png"')),
  ],
  "takes-any-detail": ["RejectsMalformedAttachment/bad-detail", tookIt, accepting(contains("extreme"))],
  "skips-parts-that-it-does-not-know": [
    "RejectsMalformedAttachment/unknown-part",
    tookIt,
    accepting(contains("no type")),
  ],
  "does-not-say-which-part": [
    "RejectsMalformedAttachment/place-is-named",
    /expected it to name messages\[0\]\.content\[1\], got/,
    placeless,
  ],
  ...lateRefusals("RejectsMalformedAttachment", "a-malformed-attachment"),
  "takes-an-attachment-of-any-size": [
    "AttachmentSizeIsGuarded/one-too-large",
    tookIt,
    accepting(({ messages }, code) => code === "LLM_ATTACHMENT_TOO_LARGE" && messages.length === 1),
  ],
  "measures-attachments-one-by-one": [
    "AttachmentSizeIsGuarded/together-too-large",
    tookIt,
    accepting(({ messages }, code) => code === "LLM_ATTACHMENT_TOO_LARGE" && messages.length > 1),
  ],
  "measures-base64-instead-of-bytes": [
    "AttachmentSizeIsGuarded/limit-is-exact",
    /LLM_ATTACHMENT_TOO_LARGE/,
    badRequest((request, harm) => {
      if (JSON.stringify(request).length <= maxAttachmentBytes) return request;
      harm();
      throw new LLMError("LLM_ATTACHMENT_TOO_LARGE", "too many characters");
    }),
  ],
  "looks-at-the-signal-before-the-size": [
    "AttachmentSizeIsGuarded/limit-is-exact",
    /expected the size to be looked at first/,
    badLLM((llm) => ({
      generate: (...[request, options]: Parameters<LLM["generate"]>) =>
        options?.signal?.aborted
          ? Promise.reject(new LLMError("LLM_CANCELLED", "cancelled"))
          : llm.generate(request, options),
    })),
  ],
  ...lateRefusals("AttachmentSizeIsGuarded", "attachments-that-are-too-large"),
};
