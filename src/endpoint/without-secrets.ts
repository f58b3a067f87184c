import { scrubText } from "../recording/index.js";
import type { Verdict } from "../suite/index.js";

/** Of a key, so many characters in a row are no accident. */
const shortest = 8;

/**
 * What was seen, without credentials: an endpoint can write the key that it got into whatever it answers, the text of its
 * model and the name of it too.
 */
export function withoutSecrets(verdicts: readonly Verdict[], secrets: readonly string[]): readonly Verdict[] {
  if (secrets.length === 0) return verdicts;
  const safe = (text: string) => withoutPieces(scrubText(text, secrets), secrets);
  return verdicts.map(({ reason, sent, replied, ...rest }) => ({
    ...rest,
    ...(reason !== undefined && { reason: safe(reason) }),
    ...(sent !== undefined && { sent: safe(sent) }),
    ...(replied !== undefined && { replied: safe(replied) }),
  }));
}

/** Long texts are cut before they come here, and the cut may go through a key: what is left of one is taken out too. */
function withoutPieces(text: string, secrets: readonly string[]): string {
  const pieces = new Set(secrets.flatMap((secret) => piecesOf(secret.toLowerCase())));
  const folded = text.toLowerCase();
  // Where lower case has another length, places would not be the same.
  if (pieces.size === 0 || folded.length !== text.length) return text;
  let safe = "";
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    if (pieces.has(folded.slice(at, at + shortest))) {
      if (end <= at) safe += "…";
      end = at + shortest;
    }
    if (at >= end) safe += text[at];
  }
  return safe;
}

function piecesOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(0, secret.length - shortest + 1) }, (_, at) => secret.slice(at, at + shortest));
}
