import { type LLMRequest, maxAttachmentBytes } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { expectError, rejectsWith } from "../expect.js";
import { Failure, mismatch } from "../failure.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const tooLarge = { code: "LLM_ATTACHMENT_TOO_LARGE", status: 413 } as const;

/** Base64 of this many zeros, a multiple of three. */
const base64OfZeros = (bytes: number) => "A".repeat((bytes / 3) * 4);

interface Attachments {
  /** A byte more than is allowed. */
  readonly tooLong: string;
  /** Leaves nine bytes of what is allowed; a part of the long one, so that nothing is copied. */
  readonly allButNine: string;
}

let made: Attachments | undefined;

/** Made for the first case that wants them, and kept: twenty megabytes take their time. */
function attachments(): Attachments {
  if (!made) {
    // The limit is a multiple of three.
    const tooLong = `${base64OfZeros(maxAttachmentBytes)}AA==`;
    made = { tooLong, allButNine: tooLong.slice(0, -16) };
  }
  return made;
}

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
    const { tooLong, allButNine } = attachments();
    const over = withAttachments(tooLong) as unknown as BadRequest;
    const together = withAttachments(allButNine, base64OfZeros(12)) as unknown as BadRequest;
    const exact = withAttachments(allButNine, base64OfZeros(9));
    await check("one-too-large", () => expectRefused(subject, over, tooLarge));
    await check("together-too-large", () => expectRefused(subject, together, tooLarge));
    // A request is validated before its signal is looked at: that it is cancelled shows that it was valid, and keeps
    // fifteen megabytes off the wire. It shows nothing of a subject that looks at the signal first.
    await check("limit-is-exact", async () => {
      const cancelled = { signal: AbortSignal.abort() };
      const guarded = generate(subject, over as unknown as LLMRequest, cancelled);
      if (await rejectsWith(guarded, "LLM_CANCELLED"))
        throw new Failure(
          mismatch(
            "generate() of attachments over the limit whose signal has fired",
            "the size to be looked at first (without that, where the limit lies cannot be told)",
            "a rejection with LLM_CANCELLED",
          ),
        );
      await expectError(generate(subject, exact, cancelled), "LLM_CANCELLED");
    });
    await checkRefusal(context, played, over, tooLarge);
  },
});
