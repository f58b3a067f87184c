import fc from "fast-check";
import { type FieldSwap, fieldSwaps, withFieldSwapped } from "./field-swaps.js";

/** One thing that happens to bytes on their way. Places are taken modulo their number, so that each fits any bytes. */
export type Damage =
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "delete" | "duplicate"; readonly at: number; readonly length: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly at: number }
  | { readonly kind: "swap"; readonly at: number; readonly length: number; readonly to: number }
  /** Puts in what stands in another stream. */
  | { readonly kind: "splice"; readonly at: number; readonly from: number; readonly length: number }
  | AmongEvents
  | FieldSwap;

/** What happens to whole events. */
type AmongEvents =
  | { readonly kind: "drop event" | "repeat event"; readonly at: number }
  | { readonly kind: "swap events"; readonly at: number; readonly to: number };

const place = fc.nat({ max: 2 ** 24 });
const length = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 }));
const kind = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind("flip"), at: place, bit: fc.nat({ max: 7 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("delete", "duplicate"), at: place, length }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("insert"), at: place, bytes: fc.uint8Array({ maxLength: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("truncate"), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("swap"), at: place, length, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("splice"), at: place, from: place, length }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("drop event", "repeat event"), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("swap events"), at: place, to: place }) },
  { weight: 6, arbitrary: fieldSwaps },
);

/** At least one. */
export const damages: fc.Arbitrary<Damage[]> = fc.array(damage, { minLength: 1, maxLength: 3 });

/** @param other bytes of another stream, for splicing */
export function damaged(bytes: Uint8Array, all: readonly Damage[], other: Uint8Array): Uint8Array {
  return all.reduce<Uint8Array>((before, one) => (before.length === 0 ? before : withOne(before, one, other)), bytes);
}

function withOne(bytes: Uint8Array, one: Damage, other: Uint8Array): Uint8Array {
  const at = "at" in one ? one.at % bytes.length : 0;
  switch (one.kind) {
    case "flip": {
      const flipped = bytes.slice();
      flipped[at] = (bytes[at] as number) ^ (1 << one.bit);
      return flipped;
    }
    case "delete":
      return joined(bytes.subarray(0, at), bytes.subarray(at + one.length));
    case "duplicate":
      return joined(bytes.subarray(0, at + one.length), bytes.subarray(at));
    case "insert":
      return joined(bytes.subarray(0, at), one.bytes, bytes.subarray(at));
    case "truncate":
      return bytes.subarray(0, at);
    case "swap":
      return swapped(bytes, at, one.to % bytes.length, one.length);
    case "splice": {
      const from = one.from % (other.length + 1);
      return joined(bytes.subarray(0, at), other.subarray(from, from + one.length), bytes.subarray(at));
    }
    case "field":
      return withFieldSwapped(bytes, one);
    default:
      return amongEvents(bytes, one);
  }
}

function swapped(bytes: Uint8Array, one: number, other: number, length: number): Uint8Array {
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const size = Math.min(length, second - first, bytes.length - second);
  const [a, b] = [bytes.subarray(first, first + size), bytes.subarray(second, second + size)];
  return joined(bytes.subarray(0, first), b, bytes.subarray(first + size, second), a, bytes.subarray(second + size));
}

function amongEvents(bytes: Uint8Array, one: Extract<Damage, { kind: `${string} event` | "swap events" }>): Uint8Array {
  // One character for each byte, so that no byte is lost.
  const events =
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[\s\S]*?(?:\r\n\r\n|\n\n|$)/g) ?? [];
  const at = one.at % events.length;
  const event = events[at] as string;
  if (one.kind === "swap events") {
    const to = one.to % events.length;
    [events[at], events[to]] = [events[to] as string, event];
  } else {
    events.splice(at, 1, ...(one.kind === "repeat event" ? [event, event] : []));
  }
  return Buffer.from(events.join(""), "latin1");
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces);
}
