/** What a request or an answer may measure at most. */
export const bounds = {
  /** Levels of lists and objects within each other. */
  depth: 64,
  /** Values of every kind, lists and objects among them. */
  values: 100_000,
  /** Bytes as JSON. */
  bytes: 16 * 1024 * 1024,
  /** Bytes of one schema as JSON. */
  schemaBytes: 1024 * 1024,
} as const;

/** Counts what goes through, and says when it is too much. */
export interface Measure {
  /**
   * @param envelope how many levels the contract itself puts around what somebody else may nest; they do not count
   * @returns which bound was passed, in words; nothing while all are kept
   */
  add(value: unknown, envelope?: number): string | undefined;
  /** The same for a text, without counting it as a value: an answer may come in any number of pieces. */
  addText(text: string): string | undefined;
}

/** A measure of one thing, or of many together. Ends at the first bound that is passed, so a cycle ends too. */
export function createMeasure(): Measure {
  const tooDeep = `it is nested deeper than ${bounds.depth} levels`;
  const tooMany = `it has more than ${bounds.values.toLocaleString("en")} values`;
  const tooBig = `it is larger than ${bounds.bytes / 1024 / 1024} MiB`;
  let values = 0;
  let bytes = 0;

  const grow = (by: number): string | undefined => {
    bytes += by;
    return bytes > bounds.bytes ? tooBig : undefined;
  };
  const visit = (value: unknown, depth: number): string | undefined => {
    if (++values > bounds.values) return tooMany;
    if (typeof value === "string") return grow(Buffer.byteLength(value) + 2);
    if (typeof value !== "object" || value === null) return grow(String(value).length);
    if (depth > bounds.depth) return tooDeep;
    if (Array.isArray(value)) {
      let passed = grow(value.length + 2);
      for (let i = 0; i < value.length && !passed; i++) passed = visit(value[i], depth + 1);
      return passed;
    }
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined) continue;
      const passed = grow(Buffer.byteLength(key) + 4) ?? visit(item, depth + 1);
      if (passed) return passed;
    }
    return undefined;
  };
  return {
    add: (value, envelope = 0) => visit(value, 1 - envelope),
    // At least 1: pieces without end are too much even when they are empty.
    addText: (text) => grow(Buffer.byteLength(text) || 1),
  };
}
