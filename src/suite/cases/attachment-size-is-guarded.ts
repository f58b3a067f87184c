import { type LLMRequest, maxAttachmentBytes } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { expectError, rejectsWith } from "../expect.js";
import { Failure } from "../failure.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const tooLarge = { code: "LLM_ATTACHMENT_TOO_LARGE", status: 413 } as const;

/** A request with these attachments, each in a message of its own. */
function withAttachments(...attachments: readonly string[]): LLMRequest {
  const messages = attachments.map((data, i) => ({
    role: "user" as const,
    content: [
      { type: "text" as const, text: `Attachment ${i + 1}.` },
      { type: "file" as const, mediaType: "application/pdf", data },
    ],
  }));
  return { messages };
}

export const attachmentSizeIsGuarded = llmCase({
  name: "AttachmentSizeIsGuarded",
  claim: "Attachments of more than 15 MiB together are refused before they are sent, and of 15 MiB are not.",
  script: notToBeAsked,
  checks: {
    "one-too-large": must({
      clause: "One attachment a byte over 15 MiB, decoded, is LLM_ATTACHMENT_TOO_LARGE with status 413.",
      why: "Twenty megabytes are uploaded for a refusal, or exhaust the memory of a proxy on the way.",
      fix: "Compute the decoded size from the length of the base64 text before anything is built of it.",
    }),
    "together-too-large": must({
      clause: "Attachments that are over the limit only together, over several messages, are refused in the same way.",
      why: "A conversation with a picture a turn passes every single check and then fails at the provider.",
      fix: "Add the sizes up over all messages, not for each part or message.",
    }),
    "limit-is-exact": must({
      clause: "Attachments of exactly 15 MiB together are not too large.",
      why: "A guard that counts base64 characters instead of bytes refuses a third of what is allowed.",
      fix: "Compare the decoded size, padding subtracted, and refuse only what is over the limit.",
    }),
    ...refusalChecks("attachments that are too large"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const { subject } = played;
    // Base64 of zeros, a byte more than is allowed; the limit is a multiple of three. Nothing is encoded for it.
    const tooLong = `${"A".repeat((maxAttachmentBytes / 3) * 4)}AA==`;
    /** Base64 of this many bytes, a multiple of three: a part of the long one, so that nothing is copied. */
    const zeros = (bytes: number) => tooLong.slice(0, (bytes / 3) * 4);
    const over = withAttachments(tooLong) as unknown as BadRequest;
    const together = withAttachments(zeros(maxAttachmentBytes - 9), zeros(12)) as unknown as BadRequest;
    const exact = withAttachments(zeros(maxAttachmentBytes - 9), zeros(9));
    await check("one-too-large", () => expectRefused(subject, over, tooLarge));
    await check("together-too-large", () => expectRefused(subject, together, tooLarge));
    // A request is validated before its signal is looked at: that it is cancelled shows that it was valid, and keeps
    // fifteen megabytes off the wire. It shows nothing of a subject that looks at the signal first.
    await check("limit-is-exact", async () => {
      const cancelled = { signal: AbortSignal.abort() };
      const guarded = generate(subject, over as unknown as LLMRequest, cancelled);
      if (await rejectsWith(guarded, "LLM_CANCELLED"))
        throw new Failure(
          "it cannot be told: a request over the limit whose signal has fired is cancelled before its size is looked at",
        );
      await expectError(generate(subject, exact, cancelled), "LLM_CANCELLED");
    });
    await checkRefusal(context, played, over, tooLarge);
  },
});
