/**
 * Under this symbol an iterable may give the same events as they came, as many at once as one read brought; whoever reads
 * it so takes nothing one by one. A driver's stream that has it costs its reader a promise a read and not one a delta;
 * wrappers need not know of it.
 */
export const inBatches: unique symbol = Symbol("touchstone.inBatches");

/** Something that can be read in batches. A batch that throws when it is iterated has given what came before. */
export interface InBatches<T> {
  [inBatches](): AsyncIterator<Iterable<T>, unknown>;
}

/** Reads events in the batches in which they come; one by one where the iterable knows of none. */
export function batchesOf<T>(events: AsyncIterable<T>): AsyncIterator<Iterable<T>, unknown> {
  const { [inBatches]: open } = events as Partial<InBatches<T>>;
  if (open) return open.call(events);
  const iterator = events[Symbol.asyncIterator]();
  return {
    async next() {
      const next = await iterator.next();
      return next.done ? next : { done: false, value: [next.value] };
    },
    async return() {
      return (await iterator.return?.()) as IteratorResult<Iterable<T>, unknown>;
    },
  };
}
