import { inspect } from "node:util";
import fc from "fast-check";
import type { JSONValue } from "touchstone";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "../generation/standard-schema.js";
import { OutputValidationError } from "./output-validation-error.js";
import { context } from "./testing/answers.js";
import { validated } from "./validated.js";

/** In every string and name that a model submits. */
const mark = "QmarkQ";

const marked = fc
  .oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("9007199254740993", "%s", "\n- a: b"))
  .map((text) => `${mark}${text}`);
const leaf = fc.oneof(
  marked,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(marked, fc.constantFrom("query", "tags", "kind", "at", "__proto__", "constructor")),
      tie("value"),
      { maxKeys: 5 },
    ),
  ),
}));

const zodSchema = z
  .object({
    query: z
      .string()
      .min(2)
      .max(3)
      .regex(/^[a-z]+$/),
    tags: z.array(z.enum(["red", "blue"])).max(2),
    kind: z.discriminatedUnion("type", [
      z.object({ type: z.literal("a"), size: z.int() }).strict(),
      z.object({ type: z.literal("b"), at: z.iso.datetime() }).strict(),
    ]),
    at: z.record(z.string().max(3), z.number().multipleOf(5)).optional(),
  })
  .strict();
const refining = z.looseObject({}).superRefine((input, ctx) => {
  for (const [key, item] of Object.entries(input))
    ctx.addIssue({ code: "custom", message: `${key} is ${JSON.stringify(item)}`, path: [key], input: item });
});
const throwing = {
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: (input: unknown): never => {
      throw new Error(JSON.stringify(input));
    },
  },
};
const bare = { type: "object" };
const odd = {
  type: "object",
  propertyNames: { maxLength: 3 },
  dependentRequired: { query: ["tags"] },
  patternProperties: { "^q": { const: 1 } },
  unevaluatedProperties: false,
  not: { required: ["kind"] },
  minProperties: 6,
};
const tools = [
  { name: "strict", inputSchema: jsonSchemaOf(zodSchema, "LLM_INVALID_TOOL"), inputValidator: zodSchema },
  { name: "json", inputSchema: jsonSchemaOf(zodSchema, "LLM_INVALID_TOOL") },
  { name: "odd", inputSchema: odd },
  { name: "refining", inputSchema: bare, inputValidator: refining },
  { name: "throwing", inputSchema: bare, inputValidator: throwing },
];

const answering = (input: JSONValue, name: string, invalidInput?: string) => ({
  provider: "other",
  model: "m",
  capabilities: { tools: true },
  turn: async () => ({ text: mark, toolCalls: [{ name, input, ...(invalidInput && { invalidInput }) }] }),
});

/** Everything in which an error shows itself. */
function shown(error: unknown): string {
  const texts: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const hidden = Object.getOwnPropertyNames(at).map((name) =>
      inspect(Reflect.get(at as object, name), { depth: 20 }),
    );
    texts.push(String(at), at.stack ?? "", JSON.stringify(at), inspect(at, { depth: 20, showHidden: true }), ...hidden);
  }
  return texts.join("\n");
}

describe("an error about arguments quotes nothing of them", () => {
  it.each(tools.map(({ name }) => name))("from %s", async (name) => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(value, fc.boolean(), async (input, isCut) => {
        const driver = answering(isCut ? {} : input, name, isCut ? JSON.stringify(input) : undefined);
        const error: unknown = await validated()(driver)
          .turn({ messages: [], tools }, context)
          .then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
        if (error === undefined) return;
        refused++;
        expect(error).toBeInstanceOf(OutputValidationError);
        expect(shown(error)).not.toContain(mark);
        expect(Buffer.byteLength((error as OutputValidationError).correction ?? "")).toBeLessThanOrEqual(4096);
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
