import { scrubPieces } from "../recording/index.js";
import type { Verdict } from "../suite/index.js";

/**
 * What was seen, without credentials: an endpoint can write the key that it got into whatever it answers, the text of its
 * model and the name of it too.
 */
export function withoutSecrets(verdicts: readonly Verdict[], secrets: readonly string[]): readonly Verdict[] {
  return verdicts.map(({ reason, sent, replied, ...rest }) => ({
    ...rest,
    ...(reason !== undefined && { reason: withoutSecret(reason, secrets) }),
    ...(sent !== undefined && { sent: withoutSecret(sent, secrets) }),
    ...(replied !== undefined && { replied: withoutSecret(replied, secrets) }),
  }));
}

/** A text without credentials, whole or in part: long texts are cut before they come here, and the cut may go through one. */
export function withoutSecret(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 ? text : scrubPieces(text, secrets);
}
