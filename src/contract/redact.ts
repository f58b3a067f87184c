/** The longest message that an error carries; what providers send can be a whole page. */
const maxLength = 300;

const secrets: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, "$1 …"],
  [
    /\b((?:x-)?(?:goog-)?api[-_ ]?key(?: provided)?|authorization|access[-_]?token|[?&]key)(["']?\s*[:=]\s*["']?)[^\s"'&,;]+/gi,
    "$1$2…",
  ],
  [/\b(?:sk|pk|gsk|xai|rk)[-_][A-Za-z0-9_-]{8,}/g, "…"],
  [/\bAIza[A-Za-z0-9_-]{10,}/g, "…"],
  [/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@]+@/gi, "…@"],
];

/**
 * Makes text from elsewhere fit for an error message: credentials are replaced, markup is dropped, white space folded and
 * the length bounded.
 * @param known credentials to look for, beside what looks like one
 */
export function redact(text: string, known: readonly string[] = [], limit = maxLength): string {
  // Bounded before the patterns run, so that a provider's megabyte of HTML costs nothing.
  let safe = text.slice(0, 20_000);
  for (const secret of known) if (secret) safe = safe.replaceAll(secret, "…");
  if (/<\/?(?:html|head|body|!doctype)/i.test(safe)) {
    const title = /<title[^>]*>([^<]{1,120})/i.exec(safe)?.[1];
    safe = title ? `an HTML page titled "${title.trim()}"` : "an HTML page";
  }
  for (const [pattern, replacement] of secrets) safe = safe.replace(pattern, replacement);
  safe = safe.replace(/\s+/g, " ").trim().toWellFormed();
  return safe.length > limit ? `${safe.slice(0, limit - 1).toWellFormed()}…` : safe;
}

/** An error fit to be a cause: the same name, message and stack, without what the message may quote. */
export function redactedError(error: {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string | undefined;
}): Error {
  const copy = new Error(redact(String(error.message ?? "")));
  copy.name = redact(String(error.name ?? "Error"));
  const frames = String(error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  copy.stack = [`${copy.name}: ${copy.message}`, ...frames].join("\n");
  return copy;
}
