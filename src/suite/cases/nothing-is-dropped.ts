import type { AttachmentPart, LLMRequest, Part, ReasoningEffort } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectNothingSent } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { hello, reasoningRequest, redPixel } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { textOf } from "./history.js";

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
const inline = { type: "image", url: `data:image/png;base64,${redPixel}` } as const;
const linkedFile = { type: "file", mediaType: "application/pdf", url: "https://example.com/terms.pdf" } as const;
const linked = { type: "image", mediaType: "image/png", url: "https://example.com/red.png" } as const;

const showing = (...parts: AttachmentPart[]): LLMRequest => ({
  messages: [
    { role: "user", content: [{ type: "text", text: "What is this?" }, ...parts, { type: "text", text: "Tell me." }] },
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
    "linked-file-arrives": must({
      clause: "A file by its address reaches the provider with that address, or is refused with LLM_UNSUPPORTED.",
      why: "The model answers a question about a document that it never got.",
      fix: "Send the address where the provider takes one; refuse it where it takes bytes only.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "inline-address-arrives": must({
      clause:
        "An image whose address is a `data:` URL reaches the provider with its bytes, or is refused with LLM_UNSUPPORTED.",
      why: "A picture out of a web page is asked for at an address that leads nowhere.",
      fix: "Take the bytes out of the URL where the provider has another field for them.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "details-stay-apart": must({
      clause: "Two images of different `detail` reach the provider so, or are refused with LLM_UNSUPPORTED.",
      why: "The detail of one is taken for all: small print is lost, or every thumbnail is paid for in full.",
      fix: "Send the detail with each part; where it is one setting for a request, refuse two.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "answers-in-parts-arrive": must({
      clause: "An answer in the history that is a list of text parts reaches the provider whole.",
      why: "A conversation that was kept in parts goes on without what the model said.",
      fix: "Join the text parts of an assistant's turn, or send them as parts.",
      needs: ["script", "meaning"],
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
    const partsFor = async (...parts: AttachmentPart[]): Promise<readonly Part[] | undefined> => {
      const { subject, sent } = await open();
      if (await isUnsupported(generate(subject, showing(...parts), { signal }))) {
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
    await check("linked-file-arrives", async () => {
      const parts = await partsFor(linkedFile);
      if (parts) equal(attachment(parts)?.url, linkedFile.url, "the address of the file sent");
    });
    await check("inline-address-arrives", async () => {
      const parts = await partsFor(inline);
      if (!parts) return;
      const { url, mediaType, data } = attachment(parts) ?? {};
      equal(url ?? `data:${mediaType};base64,${data}`, inline.url, "the image sent (as a `data:` URL)");
    });
    await check("details-stay-apart", async () => {
      const parts = await partsFor({ ...image, detail: "low" }, { ...image, detail: "high" });
      const details = parts?.flatMap((part) => (part.type === "text" ? [] : [part.detail]));
      if (details) equal(details, ["low", "high"], "`detail` of the images sent");
    });
    await check("answers-in-parts-arrive", async () => {
      const { subject, sent } = await open();
      const content = ["It is ", "red."].map((text) => ({ type: "text", text }) as const);
      const messages = [
        { role: "user", content: "Which colour is it?" },
        { role: "assistant", content },
        { role: "user", content: "Are you sure?" },
      ] as const;
      await generate(subject, { messages }, { signal });
      const said = sent()[0]?.turn?.messages.map((message) => (message.role === "tool" ? "" : textOf(message.content)));
      equal(said, ["Which colour is it?", "It is red.", "Are you sure?"], "the messages sent");
    });
    await check("detail-arrives", async () => {
      for (const detail of ["low", "high", "auto"] as const) {
        const parts = await partsFor({ ...image, detail });
        if (!parts) continue;
        const seen = attachment(parts)?.detail;
        // What is left to the provider need not be said.
        equal(detail === "auto" ? (seen ?? detail) : seen, detail, "`detail` of the image sent");
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
