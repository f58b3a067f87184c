import type { Verdict } from "../suite/index.js";

/**
 * What was seen, without credentials: an endpoint can write the key that it got into whatever it answers, the text of its
 * model and the name of it too.
 */
export function withoutSecrets(verdicts: readonly Verdict[], secrets: readonly string[]): readonly Verdict[] {
  const spellings = secrets.flatMap(spellingsOf);
  const safe = (text: string) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "…"), text);
  if (secrets.length === 0) return verdicts;
  return verdicts.map(({ reason, sent, replied, ...rest }) => ({
    ...rest,
    ...(reason !== undefined && { reason: safe(reason) }),
    ...(sent !== undefined && { sent: safe(sent) }),
    ...(replied !== undefined && { replied: safe(replied) }),
  }));
}

/** A key as it stands in text, in JSON (where a slash may be escaped) and in an address. */
function spellingsOf(secret: string): readonly string[] {
  const inJSON = JSON.stringify(secret).slice(1, -1);
  return [secret, inJSON, inJSON.replaceAll("/", "\\/"), encodeURIComponent(secret)];
}
