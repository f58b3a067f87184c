import { type AttachmentPart, type Content, type Message, type Part, unsupported } from "../../contract/index.js";
import type { ModelTraits } from "./model-traits.js";

/** Whom a request is for. */
export interface Addressee {
  readonly provider: string;
  readonly traits: ModelTraits;
}

const resolutions = { low: "MEDIA_RESOLUTION_LOW", high: "MEDIA_RESOLUTION_HIGH" } as const;

/**
 * A part of a message: https://ai.google.dev/api/caching#Part. A `filename` has no place there.
 * @throws LLMError `LLM_UNSUPPORTED` for a link whose media type nobody told
 */
export function wirePart(part: Part, { provider, traits }: Addressee): object {
  if (part.type === "text") return { text: part.text };
  const level = part.detail === undefined || part.detail === "auto" ? undefined : resolutions[part.detail];
  return {
    ...media(part, provider),
    ...(level !== undefined && traits.partResolution && { mediaResolution: { level } }),
  };
}

function media(part: AttachmentPart, provider: string): object {
  if (part.url === undefined) return { inlineData: { mimeType: part.mediaType, data: part.data } };
  const inline = /^data:([^;,]+\/[^;,]+)(?:;[^,]*)?;base64,(.*)$/s.exec(part.url);
  if (inline) return { inlineData: { mimeType: part.mediaType ?? inline[1], data: inline[2] } };
  if (part.mediaType === undefined) throw unsupported(provider, "an attachment by url without mediaType");
  return { fileData: { mimeType: part.mediaType, fileUri: part.url } };
}

/**
 * The request's `mediaResolution`, for models whose parts have none of their own
 * (https://ai.google.dev/gemini-api/docs/media-resolution); undefined for the model's own choice.
 * @throws LLMError `LLM_UNSUPPORTED` where attachments differ in detail
 */
export function mediaResolution(messages: readonly Message[], { provider, traits }: Addressee): string | undefined {
  if (traits.partResolution) return undefined;
  const details = new Set(
    messages
      .flatMap((message) => (message.role === "tool" ? [] : attachments(message.content)))
      .map(({ detail = "auto" }) => detail),
  );
  const [detail = "auto"] = details;
  if (details.size > 1) throw unsupported(provider, "attachments that differ in detail");
  return detail === "auto" ? undefined : resolutions[detail];
}

function attachments(content: Content): AttachmentPart[] {
  return typeof content === "string" ? [] : content.filter((part) => part.type !== "text");
}
