import { eventsOf } from "./events.js";
import type { WireExchange } from "./exchange.js";

/**
 * Whether each of these deltas surely repeats all that came before it. Deltas of one answer may begin alike ("ha", "haha"),
 * so it takes several, of words that differ.
 */
export function isCumulative(deltas: readonly string[]): boolean {
  const last = deltas.at(-1) ?? "";
  if (deltas.length < 4 || new Set(last.trim()).size < 8) return false;
  return deltas.every((delta, i) => {
    const before = deltas[i - 1] ?? "";
    return delta.length > before.length && delta.startsWith(before);
  });
}

/** A text by its words, each piece with all that came before it. */
export const growing = (text: string): readonly string[] =>
  [...text.matchAll(/\S+\s*/g)].map(({ index, 0: word }) => text.slice(0, index + word.length));

/** Some 100 tokens: the fastest hosts there are, of 3,000 tokens a second, take longer than that to write them. */
export const longText = 400;
/** Milliseconds of silence without which nothing can be said. */
const silence = 1000;

/**
 * Milliseconds in which no host writes that much, and in which a buffer is emptied. After a long silence the network may
 * take as long as that for what is emptied.
 */
const atOnce = (began: number): number => Math.max(20, 0.02 * began);

/**
 * How the text of a stream was held back until it was complete, in words for a person. Nothing is known where the times of
 * the reads are not, nor of a short answer, or of one that was quick.
 * @param textLength of what a reply brings
 */
export function heldBack(exchange: WireExchange, textLength: (exchange: WireExchange) => number): string | undefined {
  const { reads, times } = exchange.reply;
  const all = textLength(exchange);
  if (!times || times.length !== reads.length || all < longText) return undefined;
  // The first read after which there is any text.
  const upTo = (count: number) =>
    textLength({ ...exchange, reply: { ...exchange.reply, reads: reads.slice(0, count) } });
  const first = reads.findIndex((_, i) => upTo(i + 1) > 0);
  const last = times.at(-1) ?? 0;
  const began = times[first] ?? last;
  if (began < silence || last - began > atOnce(began)) return undefined;
  const count = eventsOf(exchange).length;
  const [before, within] = [began, last - began].map(Math.round);
  return `no text came for ${before} ms, and then all ${all} characters of it, in ${count} events, within ${within} ms`;
}
