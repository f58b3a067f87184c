import { isObject } from "../../contract/index.js";

/**
 * Whether a model takes a file by its address: the AI SDK itself downloads what its `supportedUrls` do not match, and
 * hands the model bytes.
 * @param supported patterns by media type, `*` standing for any
 */
export function takesUrl(supported: unknown, mediaType: string, url: string): boolean {
  if (!isObject(supported)) return false;
  return Object.entries(supported).some(
    ([type, patterns]) =>
      fits(type.toLowerCase(), mediaType.toLowerCase()) &&
      Array.isArray(patterns) &&
      patterns.some((pattern) => pattern instanceof RegExp && matches(pattern, url.toLowerCase())),
  );
}

function fits(pattern: string, mediaType: string): boolean {
  if (pattern === "*" || pattern === "*/*") return true;
  return pattern.endsWith("/*") ? mediaType.startsWith(pattern.slice(0, -1)) : pattern === mediaType;
}

/** Without the place that a global pattern remembers. */
function matches({ source, flags }: RegExp, text: string): boolean {
  return new RegExp(source, flags.replace(/[gy]/g, "")).test(text);
}
