import { findSecrets } from "./find-secrets.js";

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/**
 * A body without its secrets, in the reads in which it came. What stands in the place of one goes into the read in which it
 * began.
 */
export function scrubReads(reads: readonly Uint8Array[], secrets: readonly string[]): readonly Uint8Array[] {
  const source = Buffer.concat(reads).toString("latin1");
  const cuts = findSecrets(source, secrets);
  if (cuts.length === 0) return reads;
  let at = 0;
  return reads.map((read) => {
    const end = at + read.length;
    const parts: string[] = [];
    for (const cut of cuts) {
      if (cut.end <= at || cut.start >= end) continue;
      parts.push(source.slice(at, Math.max(at, cut.start)));
      if (cut.isFirst && cut.start >= at) parts.push(redacted);
      at = Math.min(cut.end, end);
    }
    parts.push(source.slice(at, end));
    at = end;
    return Buffer.from(parts.join(""), "latin1");
  });
}

/** A text without its secrets. */
export function scrubText(text: string, secrets: readonly string[]): string {
  return Buffer.concat(scrubReads([Buffer.from(text)], secrets)).toString();
}
