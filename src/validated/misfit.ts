/** One thing that the validator has to say of a value. */
export interface Misfit {
  readonly keyword: string;
  /** Where in the schema, as a pointer that follows references: `#/properties/a/$ref/type`. */
  readonly place: string;
  /** Where in the value, as a pointer. */
  readonly instance: string;
  /** What the keyword says. */
  readonly rule: unknown;
  /** The validator's own sentence. */
  readonly sentence: string;
}

/** Whether a pointer is another one, or leads into what that one points at. */
export const isUnder = (pointer: string, above: string): boolean =>
  pointer === above || pointer.startsWith(`${above}/`);
