import type { AttachmentPart, LLMRequest, Part, ReasoningEffort } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectNothingSent } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { hello, reasoningRequest, redPixel } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";

/** A name that no provider has; a strict one refuses the request for it, once it has got it. */
const option = "touchstone_probe";
const secretWord = "neither-dropped-nor-renamed";
const withOptions: LLMRequest = { ...hello, providerOptions: { [option]: { inner: [secretWord] } } };

const pdf = {
  type: "file",
  mediaType: "application/pdf",
  data: Buffer.from("%PDF-1.4\n%").toString("base64"),
} as const;
const image = { type: "image", mediaType: "image/png", data: redPixel } as const;
const linked = { type: "image", mediaType: "image/png", url: "https://example.com/red.png" } as const;

const showing = (part: AttachmentPart): LLMRequest => ({
  messages: [
    { role: "user", content: [{ type: "text", text: "What is this?" }, part, { type: "text", text: "Tell me." }] },
  ],
});

export const nothingIsDropped = llmCase({
  name: "NothingIsDropped",
  claim: "Everything that a request asks for reaches the provider, or is refused before anything is sent.",
  script: ["Hello."],
  checks: {
    "provider-options-arrive": must({
      clause: "`providerOptions` are in the request that is sent, nested values included.",
      why: "The one way to use what this contract has no word for does nothing.",
      fix: "Merge them into the body, at every depth, the caller's value winning.",
      needs: ["script", "meaning"],
    }),
    "stream-options-arrive": must({
      clause: "stream() sends `providerOptions` as well.",
      why: "An option works until somebody turns streaming on.",
      fix: "Merge them where both methods build the body.",
      needs: ["script", "meaning"],
      capabilities: ["streaming"],
    }),
    "file-arrives": must({
      clause: "A file reaches the provider with its bytes and media type, or is refused with LLM_UNSUPPORTED.",
      why: "The model answers a question about a document that it never got.",
      fix: "Translate `file` parts as well as `image` parts; refuse the types that this provider does not read.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "linked-image-arrives": must({
      clause: "An image by its address reaches the provider with that address, or is refused with LLM_UNSUPPORTED.",
      why: "The model describes a picture that it never got.",
      fix: "Send the address where the provider takes one; refuse it where it takes bytes only.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "detail-arrives": must({
      clause: "`detail` of an image reaches the provider, low and high told apart, or is refused with LLM_UNSUPPORTED.",
      why: "Small print is not read, or every thumbnail is paid for in full.",
      fix: "Translate `detail` into the provider's resolution setting; refuse it where there is none.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "parts-keep-their-order": must({
      clause: "Text before and after an attachment arrives before and after it.",
      why: "`The first of these` is another picture.",
      fix: "Translate the parts one by one, in order.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "effort-is-as-asked": must({
      clause: "low, medium and high each reach the provider as that effort, or are refused with LLM_UNSUPPORTED.",
      why: "A hard question is thought about as little as an easy one, at whatever price was expected.",
      fix: "Translate each effort; one constant for all of them is none.",
      needs: ["script", "meaning"],
      capabilities: ["reasoning"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    const expectOptions = async (ask: "generate" | "stream") => {
      const { subject, sent } = await open();
      // A provider may refuse what it does not know; it has been sent then.
      if (ask === "generate") await generate(subject, withOptions, { signal }).catch(() => {});
      else await stream(subject, withOptions, { signal }).catch(() => {});
      const [request] = sent();
      expectThat(request !== undefined, mismatch("the number of requests sent", "1", "0"));
      const told = request.raw?.body ?? JSON.stringify(request.turn ?? {});
      expectThat(
        told.includes(option) && told.includes(secretWord),
        mismatch("the request sent", `\`providerOptions.${option}.inner[0]\` in it`, "nothing of it"),
      );
    };
    await check("provider-options-arrive", () => expectOptions("generate"));
    await check("stream-options-arrive", () => expectOptions("stream"));

    /** The parts that were sent for one, or nothing where it was refused before. */
    const partsFor = async (part: AttachmentPart): Promise<readonly Part[] | undefined> => {
      const { subject, sent } = await open();
      if (await isUnsupported(generate(subject, showing(part), { signal }))) {
        expectNothingSent(sent());
        return undefined;
      }
      return (sent()[0]?.turn?.messages ?? []).flatMap((message) =>
        message.role === "user" && typeof message.content !== "string" ? message.content : [],
      );
    };
    const attachment = (parts: readonly Part[]) =>
      parts.find((part): part is AttachmentPart => part.type !== "text") as Partial<AttachmentPart> | undefined;

    await check("file-arrives", async () => {
      const parts = await partsFor(pdf);
      if (!parts) return;
      const { mediaType, data } = attachment(parts) ?? {};
      equal({ mediaType, data }, { mediaType: pdf.mediaType, data: pdf.data }, "the file sent");
    });
    await check("linked-image-arrives", async () => {
      const parts = await partsFor(linked);
      if (parts) equal(attachment(parts)?.url, linked.url, "the address of the image sent");
    });
    await check("detail-arrives", async () => {
      for (const detail of ["low", "high"] as const) {
        const parts = await partsFor({ ...image, detail });
        if (parts) equal(attachment(parts)?.detail, detail, "`detail` of the image sent");
      }
    });
    await check("parts-keep-their-order", async () => {
      const parts = await partsFor(image);
      if (parts)
        equal(
          parts.map(({ type }) => type),
          ["text", "image", "text"],
          "the types of the parts sent",
        );
    });
    await check("effort-is-as-asked", async () => {
      for (const effort of ["low", "medium", "high"] as const satisfies ReasoningEffort[]) {
        const { subject, sent } = await open();
        if (await isUnsupported(generate(subject, { ...reasoningRequest, reasoning: effort }, { signal }))) continue;
        equal(sent()[0]?.turn?.reasoning, effort, "the effort sent");
      }
    });
  },
});
