import { type Check, object, oneOf, requireField, shape, text } from "./check.js";
import { refuse } from "./refusal.js";

const parts: Readonly<Record<string, Check>> = {
  text: shape({ type: text, text }, ["text"]),
  refusal: shape({ type: text, refusal: text }, ["refusal"]),
  image_url: shape(
    { type: text, image_url: shape({ url: checkImageURL, detail: oneOf("auto", "low", "high") }, ["url"]) },
    ["image_url"],
  ),
  input_audio: shape(
    { type: text, input_audio: shape({ data: text, format: oneOf("wav", "mp3") }, ["data", "format"]) },
    ["input_audio"],
  ),
  // A file by id would have to have been uploaded, for which a script has no place.
  file: shape({ type: text, file: shape({ file_data: checkFileData, filename: text }, ["file_data"]) }, ["file"]),
};

/**
 * Checks content given as parts.
 * @param allowed the types that this role may send
 */
export function checkParts(content: readonly unknown[], at: string, allowed: readonly string[]): void {
  for (const [i, part] of content.entries()) {
    const place = `${at}[${i}]`;
    object(part, place);
    // https://github.com/neuron-core/neuron-ai/issues/292
    requireField(part, "type", place);
    oneOf(...allowed)(part.type, `${place}.type`);
    parts[part.type as string]?.(part, place);
  }
}

/** https://github.com/Alibaba-NLP/OmniSearch/issues/3 */
function checkImageURL(value: unknown, at: string): void {
  text(value, at);
  if (/^https?:\/\/[^/]/i.test(value)) return;
  checkDataURL(
    value,
    at,
    `Invalid image URL: '${at}'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU=')`,
    "image/",
  );
}

function checkFileData(value: unknown, at: string): void {
  text(value, at);
  checkDataURL(
    value,
    at,
    `Invalid file data: '${at}'. Expected a base64-encoded data URL (e.g. 'data:application/pdf;base64,aW1nIGJ5dGVzIGhlcmU=')`,
    "",
  );
}

function checkDataURL(url: string, at: string, complaint: string, type: string): void {
  const bad = (got: string): never => refuse(`${complaint}, but got ${got}.`, at, "invalid_value");
  if (!url.startsWith("data:")) bad("a value without the 'data:' prefix");
  const [, mediaType, data] =
    /^data:([^;,]+\/[^;,]+);base64,(.*)$/s.exec(url) ?? bad("a value that is not base64-encoded");
  if (!mediaType?.startsWith(type)) bad(`unsupported MIME type '${mediaType}'`);
  if (!data) bad("empty base64-encoded bytes");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data ?? "")) bad("invalid base64-encoded bytes");
}
