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

/** How much of a text is looked at, so that a provider's megabyte of HTML costs nothing. */
const maxRead = 20_000;

/**
 * Makes text from elsewhere fit for an error message: credentials are replaced, a page of markup is named by its title,
 * white space folded and the length bounded.
 * @param known credentials to look for, beside what looks like one
 */
export function redact(text: string, known: readonly string[] = [], limit = maxLength): string {
  let safe = withoutKnown(text, known);
  safe = describedMarkup(safe) ?? safe;
  for (const [pattern, replacement] of secrets) safe = safe.replace(pattern, replacement);
  safe = safe.replace(/\s+/g, " ").trim().toWellFormed();
  return safe.length > limit ? `${safe.slice(0, limit - 1).toWellFormed()}…` : safe;
}

/** The beginning of a text without credentials. The longest first: one may be a part of another. */
function withoutKnown(text: string, known: readonly string[]): string {
  const longestFirst = known.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  const margin = longestFirst[0]?.length ?? 0;
  let safe = text.slice(0, maxRead + margin);
  for (const secret of longestFirst) safe = safe.replaceAll(secret, "…");
  // The end of what was read may be the half of a credential.
  return text.length > maxRead + margin ? safe.slice(0, Math.max(0, safe.length - margin)) : safe;
}

/** A text that begins with a declaration, a comment or a tag, and pages of HTML that stand within a text. */
const markup = /^\s*<(?:!doctype\b|!--|\?xml\b|[a-z][\w:.-]*(?:\s[^<>]*)?\/?>)|<\/?(?:html|head|body|!doctype)\b/i;

/** What a page is, by its title or heading; undefined where it is none. */
function describedMarkup(text: string): string | undefined {
  if (!markup.test(text)) return undefined;
  const kind = /^\s*<\?xml\b/i.test(text) && !/<html\b/i.test(text) ? "an XML document" : "an HTML page";
  const title = /<(?:title|h1)\b[^>]*>\s*(?:<[^>]*>\s*)*([^<]{1,120})/i.exec(text)?.[1]?.trim();
  return title ? `${kind} titled "${title}"` : kind;
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
