import { looksLikeCredential } from "./credential-patterns.js";
import { joinedViews, plainView, type TextView, unescapedView } from "./text-view.js";

/** What is to be cut out of a text. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** Whether something is put in its place: one secret may stand in several pieces. */
  readonly isFirst: boolean;
}

/** How many layers of escapes are undone: JSON that is quoted in JSON that is quoted in an address. */
const layers = 3;

/**
 * Where a text holds these secrets, in whatever form, or anything else that looks like a credential.
 * @param source bytes, one character each, as `latin1` decodes them
 * @returns in order, none overlapping another
 */
export function findSecrets(source: string, secrets: readonly string[]): readonly Cut[] {
  const needles = [...new Set(secrets.filter(Boolean).flatMap(formsOf))];
  const cuts: Cut[] = [];
  const views = needles.length === 0 ? [] : [plainView(source), ...joinedViews(source)];
  for (const first of views) {
    let view: TextView | undefined = first;
    for (let layer = 0; view && layer <= layers; layer++) {
      for (const [start, end] of occurrences(view.text, needles)) cuts.push(...cutsOf(view, start, end));
      view = unescapedView(view);
    }
  }
  for (const pattern of looksLikeCredential)
    for (const { index, 0: found } of source.matchAll(pattern))
      cuts.push({ start: index, end: index + found.length, isFirst: true });
  return merged(cuts);
}

/** Of a secret, so many characters in a row are no accident. */
const shortestPiece = 8;

/**
 * Where a text that was cut, maybe through one of these secrets, holds what is left of it, in whatever form.
 * @param source bytes, one character each, as `latin1` decodes them
 */
export function findPieces(source: string, secrets: readonly string[]): readonly Cut[] {
  const pieces = new Set(secrets.flatMap(formsOf).flatMap(piecesOf));
  const cuts: Cut[] = [];
  let view: TextView | undefined = plainView(source);
  for (let layer = 0; view && layer <= layers; layer++) {
    const folded = view.text.toLowerCase();
    for (let at = 0; at + shortestPiece <= folded.length; at++)
      if (pieces.has(folded.slice(at, at + shortestPiece))) cuts.push(...cutsOf(view, at, at + shortestPiece));
    view = unescapedView(view);
  }
  return merged(cuts);
}

function piecesOf(form: string): readonly string[] {
  const count = Math.max(0, form.length - shortestPiece + 1);
  return Array.from({ length: count }, (_, at) => form.slice(at, at + shortestPiece));
}

/** A secret as it is, in hexadecimal, and within base64, wherever in its groups of three bytes it begins; in lower case. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
    // Without the characters that hold bits of what stands before and after it.
    const core = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return core.length < 8 ? [] : [core, core.replaceAll("-", "+").replaceAll("_", "/")];
  });
  return [bytes.toString("latin1"), bytes.toString("hex"), ...inBase64].map((form) => form.toLowerCase());
}

function* occurrences(text: string, needles: readonly string[]): Generator<readonly [start: number, end: number]> {
  const folded = text.toLowerCase();
  for (const needle of needles)
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
      yield [at, at + needle.length];
}

/** What stands together in a view may stand in several pieces in the source. */
function cutsOf(view: TextView, from: number, to: number): readonly Cut[] {
  const cuts: { start: number; end: number; isFirst: boolean }[] = [];
  for (let i = from; i < to; i++) {
    const start = view.start(i);
    const end = view.end(i);
    const last = cuts.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else cuts.push({ start, end, isFirst: !last });
  }
  return cuts;
}

function merged(cuts: readonly Cut[]): readonly Cut[] {
  const all: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (!last || cut.start >= last.end) all.push(cut);
    else
      all[all.length - 1] = {
        start: last.start,
        end: Math.max(last.end, cut.end),
        isFirst: last.isFirst || cut.isFirst,
      };
  }
  return all;
}
