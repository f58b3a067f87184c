import { llmCase, must } from "../case.js";
import { redPixel } from "../prompts.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const image = { type: "image", mediaType: "image/png", data: redPixel };
const refused = { code: "LLM_INVALID_REQUEST", status: 400 } as const;

/** A request whose second part is this one. */
function withPart(part: object): BadRequest {
  return { messages: [{ role: "user", content: [{ type: "text", text: "What is this?" }, part] }] };
}

export const rejectsMalformedAttachment = llmCase({
  name: "RejectsMalformedAttachment",
  claim: "A part that is not a text, image or file as the contract has them is refused before it is sent.",
  script: notToBeAsked,
  checks: {
    "neither-data-nor-url": must({
      clause: "An attachment with neither data nor url is LLM_INVALID_REQUEST with status 400.",
      why: "The model is asked about a picture that it never gets, and describes one anyway.",
      fix: "Check that exactly one of `data` and `url` is there.",
    }),
    "both-data-and-url": must({
      clause: "An attachment with both data and url is refused in the same way.",
      why: "One of the two is dropped, and it is anybody's guess which.",
      fix: "Check that exactly one of `data` and `url` is there.",
    }),
    "data-without-media-type": must({
      clause: "Inline data without a media type is refused in the same way.",
      why: "A guessed type makes the provider fail to decode the picture, or refuse it with a riddle.",
      fix: "Require `mediaType` where there is `data`; do not default to image/png.",
    }),
    "media-type-without-slash": must({
      clause: "A media type without a slash, such as `png`, is refused in the same way.",
      why: "It makes a malformed data URL that providers answer with a riddle.",
      fix: "Check that the media type is of the form type/subtype.",
    }),
    "bad-detail": must({
      clause: "A `detail` other than low, high and auto is refused in the same way.",
      why: "A misspelt setting is dropped, and the picture is looked at closely at full price.",
      fix: "Check `detail` against the three values, also where the provider has no such setting.",
    }),
    "unknown-part": must({
      clause: "A part of an unknown type, or without one, is refused in the same way.",
      why: "A part that is skipped in silence is a question with its subject missing.",
      fix: "Check each part's type against text, image and file, with no default branch.",
    }),
    "place-is-named": must({
      clause: "The error names the place, for example `messages[0].content[1]`.",
      why: "Among twenty attachments nobody finds the one that is wrong.",
      fix: "Begin the message with the path of what is refused.",
    }),
    ...refusalChecks("a malformed attachment"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const refuse = (part: object, names?: string) =>
      expectRefused(played.subject, withPart(part), names === undefined ? refused : { ...refused, names });
    await check("neither-data-nor-url", async () => {
      await refuse({ type: "image", mediaType: "image/png" });
      await refuse({ type: "file", mediaType: "application/pdf" });
    });
    await check("both-data-and-url", () => refuse({ ...image, url: "https://example.com/a.png" }));
    await check("data-without-media-type", () => refuse({ type: "image", data: redPixel }));
    await check("media-type-without-slash", () => refuse({ ...image, mediaType: "png" }));
    await check("bad-detail", () => refuse({ ...image, detail: "extreme" }));
    await check("unknown-part", async () => {
      await refuse({ type: "hologram", data: redPixel, mediaType: "image/png" });
      await refuse({ text: "no type" });
    });
    await check("place-is-named", () => refuse({ type: "image", mediaType: "image/png" }, "messages[0].content[1]"));
    await checkRefusal(context, played, withPart({ type: "image", mediaType: "image/png" }), refused);
  },
});
