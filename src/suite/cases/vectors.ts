import { equal } from "../expect.js";
import { describe, expectThat } from "../failure.js";

/** As many as asked for, each a list of finite numbers, not empty, and all of one length. */
export function expectVectors(vectors: readonly (readonly number[])[], count: number): void {
  equal(vectors.length, count, "the number of vectors");
  vectors.forEach((vector, i) => {
    expectThat(vector.length > 0, `vector ${i} is empty`);
    const bad = vector.find((value) => !Number.isFinite(value));
    expectThat(bad === undefined && !vector.includes(undefined as never), `vector ${i} holds ${describe(bad)}`);
    expectThat(
      vector.length === vectors[0]?.length,
      `vector ${i} has ${vector.length} dimensions, and vector 0 has ${vectors[0]?.length}`,
    );
  });
}

/** Two vectors of one text; providers compute in batches, and their last digits differ. */
export function expectSame(
  vector: readonly number[] | undefined,
  expected: readonly number[] | undefined,
  what: string,
): void {
  const same = similarity(vector, expected);
  expectThat(same > 0.999, `${what} is another (similarity ${same.toFixed(3)})`);
}

/** The cosine of the angle between two vectors; 0 where there is none. */
export function similarity(a: readonly number[] = [], b: readonly number[] = []): number {
  if (a.length !== b.length) return 0;
  let [dot, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    const other = b[i] as number;
    dot += value * other;
    aa += value * value;
    bb += other * other;
  });
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0;
}
