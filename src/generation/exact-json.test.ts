import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactly, stringifyExactly } from "./exact-json.js";

const large = 9007199254740993n;

describe("parseExactly", () => {
  it.each([
    ["9007199254740993", large],
    ["-9007199254740993", -large],
    ["9007199254740991", 9007199254740991],
    ["[9007199254740992,0]", [9007199254740992n, 0]],
    ['{"a":{"b":[123456789012345678901234567890]}}', { a: { b: [123456789012345678901234567890n] } }],
    ["1e300", 1e300],
    ["9007199254740993.0", 9007199254740992],
    ["9007199254740993e0", 9007199254740992],
    ["0.12345678901234567890", 0.12345678901234568],
    ['"9007199254740993"', "9007199254740993"],
    ['{"9007199254740993":"\\\\\\"9007199254740993"}', { "9007199254740993": '\\"9007199254740993' }],
  ])("reads %s", (text, value) => expect(parseExactly(text)).toEqual(value));

  it("keeps a key named __proto__ as data", () => {
    const value = parseExactly('{"__proto__":{"id":9007199254740993}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")?.value).toEqual({ id: large });
  });

  it.each([
    "09007199254740993",
    "-",
    '{"a":9007199254740993',
    '"9007199254740993',
    "9007199254740993]",
    "90071992547409931n",
  ])("refuses %s as JSON.parse does", (text) => expect(() => parseExactly(text)).toThrow(SyntaxError));

  it("reads what stringifyExactly writes, and everything else as JSON.parse does", () => {
    const leaf = fc.oneof(
      fc.jsonValue(),
      fc.bigInt({ min: large }),
      fc.bigInt({ max: -large }),
      fc.constantFrom(1e300, 2 ** 53, -1e20, 1e21),
    );
    const any = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf));
    fc.assert(
      fc.property(any, (value) => {
        expect(parseExactly(stringifyExactly(value))).toEqual(normal(value));
      }),
    );
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(stringifyExactly(parseExactly(text))).toBe(plain(text));
      }),
    );
  });
});

/** Without -0, which JSON writes as 0. */
const normal = (value: unknown): unknown => {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normal(item)]));
};

const plain = (text: string) => JSON.stringify(JSON.parse(text));

describe("stringifyExactly", () => {
  it("writes bigints as digits, and a string that looks like one as a string", () => {
    expect(stringifyExactly({ id: large, text: `x:${large}`, list: [large, 1] })).toBe(
      '{"id":9007199254740993,"text":"x:9007199254740993","list":[9007199254740993,1]}',
    );
  });

  it("throws at a cycle", () => {
    const list: unknown[] = [large];
    list.push(list);
    expect(() => stringifyExactly(list)).toThrow(TypeError);
  });
});
