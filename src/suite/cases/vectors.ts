import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";

/** As many as asked for, each a list of finite numbers, not empty, and all of one length. */
export function expectVectors(vectors: readonly (readonly number[])[], count: number): void {
  equal(vectors.length, count, "the number of vectors");
  vectors.forEach((vector, i) => {
    expectThat(vector.length > 0, mismatch(`vector ${i}`, "numbers", "none"));
    const bad = vector.find((value) => !Number.isFinite(value));
    expectThat(
      bad === undefined && !vector.includes(undefined as never),
      mismatch(`vector ${i}`, "finite numbers", `${describe(bad)} among them`),
    );
    equal(vector.length, vectors[0]?.length, `the length of vector ${i} (against that of vector 0)`);
  });
}

/** Two vectors of one text; providers compute in batches, and their last digits differ. */
export function expectSame(
  vector: readonly number[] | undefined,
  expected: readonly number[] | undefined,
  what: string,
): void {
  const same = similarity(vector, expected);
  expectThat(same > 0.999, mismatch(what, "a similarity over 0.999", same.toFixed(3)));
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
