import fc from "fast-check";

/** How a reply comes from the network. */
export interface Delivery {
  /** Lengths of the reads, over and over; the rest comes in one where there are none, or after many. */
  readonly reads: readonly number[];
  /** After the last byte. */
  readonly ending: "complete" | "cut" | "stall";
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 300 })), { maxLength: 5 });

export const cleanDeliveries: fc.Arbitrary<Delivery> = fc.record({ reads: lengths, ending: fc.constant("complete") });

export const deliveries: fc.Arbitrary<Delivery> = fc.record({
  reads: lengths,
  ending: fc.oneof(
    { weight: 12, arbitrary: fc.constant("complete" as const) },
    { weight: 4, arbitrary: fc.constant("cut" as const) },
    { weight: 1, arbitrary: fc.constant("stall" as const) },
  ),
});

/** A body that comes so. */
export function chunked(bytes: Uint8Array, { reads, ending }: Delivery): ReadableStream<Uint8Array> {
  let at = 0;
  let read = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at < bytes.length) {
          const length = (read < 300 ? reads[read++ % reads.length] : undefined) ?? bytes.length;
          controller.enqueue(bytes.slice(at, at + length));
          at += length;
          return;
        }
        if (ending === "complete") controller.close();
        else if (ending === "cut") controller.error(new TypeError("terminated"));
        else return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
