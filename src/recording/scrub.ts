import { type Cut, findPieces, findSecrets } from "./find-secrets.js";

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/**
 * A body without its secrets, in the reads in which it came. What stands in the place of one goes into the read in which it
 * began.
 */
export function scrubReads(reads: readonly Uint8Array[], secrets: readonly string[]): readonly Uint8Array[] {
  return without(reads, (source) => findSecrets(source, secrets));
}

/** Reads without what is found in them. */
function without(reads: readonly Uint8Array[], find: (source: string) => readonly Cut[]): readonly Uint8Array[] {
  const source = Buffer.concat(reads).toString("latin1");
  const cuts = find(source);
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

/** A text that was cut, without its secrets and without what the cut has left of one. */
export function scrubPieces(text: string, secrets: readonly string[]): string {
  const whole = [Buffer.from(scrubText(text, secrets))];
  return Buffer.concat(without(whole, (source) => findPieces(source, secrets))).toString();
}
