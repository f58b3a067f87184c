import fc from "fast-check";

/** Another value, or another name, in place of a field of one JSON value in a reply; all places modulo their number. */
export interface FieldSwap {
  readonly kind: "field";
  /** Which of the reply's JSON values. */
  readonly chunk: number;
  /** Which of its fields; list items and the value itself count as well. */
  readonly field: number;
  /** As JSON text. */
  readonly value: string;
  /** The field keeps its value and gets this name instead. */
  readonly name?: string | undefined;
}

const nested = (depth: number) => `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`;

const values = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["null", "true", "false", "0", "-1", "0.5", "1e308", "1e999", "-0", "9007199254740993", '""', "[]", "{}"],
      ...['"stop"', '"tool_calls"', '"error"', '"STOP"', '"[DONE]"', '"\\ud800"', '" "', "[null]", "[[]]", "[{}]"],
      ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"toJSON":"x"}'],
      ...['{"text":1}', '{"error":{"message":"no"}}', '"{}"', '"{\\"a\\":1}"', '"{\\"a\\":"', '{"then":1}'],
      ...[`"${"long ".repeat(20_000)}"`, nested(5), nested(300), nested(3000), `[${"0,".repeat(5000)}0]`],
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
);

const names = fc.constantFrom(
  ...["__proto__", "constructor", "toString", "error", "choices", "delta", "message", "content", "text", "index", "id"],
  ...["candidates", "parts", "thought", "functionCall", "args", "arguments", "finish_reason", "finishReason", "usage"],
);

export const fieldSwaps: fc.Arbitrary<FieldSwap> = fc.record({
  kind: fc.constant("field" as const),
  chunk: fc.nat({ max: 2 ** 16 }),
  field: fc.nat({ max: 2 ** 16 }),
  value: values,
  name: fc.option(names, { nil: undefined, freq: 4 }),
});

/** The bytes with one field swapped; as they are where no JSON is found in them. */
export function withFieldSwapped(bytes: Uint8Array, swap: FieldSwap): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const found = [...text.matchAll(/^(?:data: ?)?([[{].*)$/gm)].filter(([, value = ""]) => isJSON(value));
  const chosen = found[swap.chunk % found.length];
  if (!chosen) return bytes;
  const [line, value = ""] = chosen;
  const begin = chosen.index + line.length - value.length;
  const changed = swappedIn(JSON.parse(value), swap);
  return new TextEncoder().encode(text.slice(0, begin) + changed + text.slice(begin + value.length));
}

/** Stands for the new value while the others are written. */
const mark = "swapped-0123456789";

/** @returns the JSON text of the value, one field of it swapped */
function swappedIn(root: unknown, { field, value, name }: FieldSwap): string {
  const holders: { readonly in: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (holder: unknown) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of Object.keys(holder)) {
      const inside = holder as Record<string, unknown>;
      holders.push({ in: inside, key });
      visit(inside[key]);
    }
  };
  visit(root);
  const chosen = holders[field % (holders.length + 1)];
  // The value itself.
  if (!chosen) return value;
  const { in: holder, key } = chosen;
  if (name === undefined || Array.isArray(holder)) {
    put(holder, key, mark);
    return JSON.stringify(root).replace(`"${mark}"`, () => value);
  }
  const kept = holder[key];
  delete holder[key];
  put(holder, mark, kept);
  return JSON.stringify(root).replace(mark, () => name);
}

/** Also where the key is `__proto__`. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
