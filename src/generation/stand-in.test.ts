import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schemaIssues } from "./json-schema.js";
import { standInFor } from "./stand-in.js";

const limit = 2 ** 60;
const large = fc.bigInt({ min: 2n ** 60n - 300n, max: 2n ** 60n + 300n });

/** Whether a schema takes it. */
const takes = async (schema: object, value: bigint) => (await schemaIssues(schema, value)).length === 0;

describe("a large integer is judged", () => {
  it.each<[keyword: string, holds: (value: bigint) => boolean]>([
    ["minimum", (value) => value >= BigInt(limit)],
    ["maximum", (value) => value <= BigInt(limit)],
    ["exclusiveMinimum", (value) => value > BigInt(limit)],
    ["exclusiveMaximum", (value) => value < BigInt(limit)],
    ["const", (value) => value === BigInt(limit)],
  ])("by %s, exactly", async (keyword, holds) => {
    const check = async (value: bigint) => {
      expect(await takes({ [keyword]: limit }, value)).toBe(holds(value));
    };
    await fc.assert(fc.asyncProperty(large, check));
    for (const value of [limit, limit - 128, limit + 256].map(BigInt)) await check(value);
    expect(await takes({ [keyword]: -limit }, -(2n ** 60n))).toBe(!keyword.startsWith("exclusive"));
  });

  it("as an integer, however large", async () => {
    for (const value of [2n ** 53n + 1n, -(2n ** 64n) + 1n, 10n ** 400n, -(10n ** 400n)]) {
      expect(await takes({ type: "integer" }, value)).toBe(true);
      expect(await takes({ type: "number" }, value)).toBe(true);
      expect(await takes({ type: "string" }, value)).toBe(false);
      expect(await takes({ minimum: 0 }, value)).toBe(value > 0n);
    }
  });

  it("as too large to judge where the schema computes with a number that is not the same", async () => {
    expect(await schemaIssues({ properties: { id: { multipleOf: 3 } } }, { id: 2n ** 53n + 1n })).toEqual([
      { path: "id", message: "is too large to be judged exactly" },
    ]);
    expect(await takes({ multipleOf: 2 }, 2n ** 54n)).toBe(true);
    expect(await takes({ uniqueItems: true, type: "integer" }, 2n ** 53n + 1n)).toBe(false);
    expect(await takes({ type: "integer", multipleOf: 1 }, 2n ** 53n + 1n)).toBe(true);
  });

  it("within a negated rule too", async () => {
    await fc.assert(
      fc.asyncProperty(large, async (value) => {
        expect(await takes({ not: { maximum: limit } }, value)).toBe(value > BigInt(limit));
      }),
    );
  });
});

it("what holds no bigint stands for itself", () => {
  const value = { a: [1, "2", null] };
  expect(standInFor(value, {}).value).toBe(value);
});
