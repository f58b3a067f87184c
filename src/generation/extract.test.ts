import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LLMError, type Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { ExtractError, extract } from "./extract.js";
import { failure, hello } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const person = z.object({ name: z.string(), age: z.number() });
const jsonSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const saying = (text: string, turn: Partial<Turn> = {}) => scriptedDriver({ text, ...turn });

describe("what is sent", () => {
  test("the schema under its name, beside the rest of the request", async () => {
    const driver = saying('{"name":"Ada","age":36}');
    await extract(createLLM(driver), person, { ...hello, maxTokens: 9 }, { name: "person" });
    expect(driver.asked[0]?.request).toMatchObject({
      maxTokens: 9,
      schema: {
        name: "person",
        schema: { type: "object", properties: { name: { type: "string" } }, required: ["name", "age"] },
      },
    });
  });

  test("a JSON Schema as it is, named output", async () => {
    const driver = saying('{"n":1}');
    await extract(createLLM(driver), jsonSchema, hello);
    expect(driver.asked[0]?.request.schema).toEqual({ name: "output", schema: jsonSchema });
  });

  test("enums keep their order", async () => {
    const driver = saying('{"mood":"zen"}');
    await extract(createLLM(driver), z.object({ mood: z.enum(["zen", "angry", "calm"]) }), hello);
    const { schema } = driver.asked[0]?.request.schema ?? {};
    expect(schema).toMatchObject({ properties: { mood: { enum: ["zen", "angry", "calm"] } } });
  });

  test.each([[undefined], [null], [{}], ["string"]])("%j is no schema: refused before the wire", async (schema) => {
    const driver = saying("{}");
    expect(await failure(extract(createLLM(driver), schema as never, hello))).toMatchObject({
      code: "LLM_INVALID_SCHEMA",
    });
    expect(driver.asked).toHaveLength(0);
  });

  test("a Standard Schema that cannot tell its JSON Schema is refused", async () => {
    const schema = { "~standard": { version: 1, vendor: "mine", validate: (value: unknown) => ({ value }) } } as const;
    const error = await failure(extract(createLLM(saying("{}")), schema, hello));
    expect(error).toMatchObject({ code: "LLM_INVALID_SCHEMA", message: expect.stringContaining("mine") });
    const date = await failure(extract(createLLM(saying("{}")), z.object({ at: z.date() }), hello));
    expect(date).toMatchObject({ code: "LLM_INVALID_SCHEMA" });
  });

  test("the signal ends it, and the generation's own errors come through", async () => {
    const aborted = extract(createLLM(saying("{}")), person, hello, { signal: AbortSignal.abort("stop") });
    expect(await failure(aborted)).toMatchObject({ code: "LLM_CANCELLED", cause: "stop" });
    const llm = createLLM({ ...saying("{}"), capabilities: {} });
    expect(await failure(extract(llm, person, hello))).toMatchObject({ code: "LLM_UNSUPPORTED" });
  });
});

describe("what comes back", () => {
  test("the typed value, transformed by the schema", async () => {
    const schema = z.object({ name: z.string().transform((name) => name.length), extra: z.string().default("none") });
    const value = await extract(createLLM(saying('{"name":"Ada","extra":"x"}')), schema, hello);
    const length: number = value.name;
    expect([length, value]).toEqual([3, { name: 3, extra: "x" }]);
  });

  test.each(['```json\n{"n":1}\n```', '```\n{"n":1}\n```', '  ```json\r\n{"n":1}\r\n```  \n', ' {"n":1}\n'])(
    "%j",
    async (text) => {
      const llm = createLLM(scriptedDriver({ text }, { text }));
      expect(await extract<{ n: number }>(llm, jsonSchema, hello)).toEqual({ n: 1 });
      expect((await llm.generate(hello)).text).toBe(text);
    },
  );

  test("an asynchronous validator", async () => {
    const schema = z.object({ n: z.number().refine(async (n) => n > 0) });
    expect(await extract(createLLM(saying('{"n":1}')), schema, hello)).toEqual({ n: 1 });
  });
});

describe("an answer that is not what was asked for", () => {
  test("no JSON", async () => {
    const text = 'I would rather {"not"';
    const error = (await failure(
      extract(createLLM(saying(text, { finishReason: "length" })), person, hello),
    )) as ExtractError;
    expect(error).toBeInstanceOf(ExtractError);
    expect(error).toBeInstanceOf(LLMError);
    expect(error).toMatchObject({ name: "ExtractError", code: "LLM_INVALID_OUTPUT", status: 422, retryable: false });
    expect(error).toMatchObject({ rawText: text, issues: [], provider: "scripted", model: "scripted-1" });
    expect(error.message).toContain(text);
    expect(error.message).toContain("length");
    expect(error).not.toHaveProperty("validatorCode");
  });

  test("JSON that does not fit: where, and the validator's own code", async () => {
    const text = '{"name":"Ada","age":"old"}';
    const error = (await failure(extract(createLLM(saying(text)), person, hello))) as ExtractError;
    expect(error).toMatchObject({ rawText: text, issues: [{ path: "age" }], validatorCode: "invalid_type" });
    expect(error.message).toContain("age");
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      code: "LLM_INVALID_OUTPUT",
      rawText: text,
      issues: [{ path: "age" }],
    });
  });

  test("a code of one's own", async () => {
    const schema = person.superRefine((_, context) =>
      context.addIssue({ code: "custom", params: { code: "TOO_YOUNG" } }),
    );
    const error = await failure(extract(createLLM(saying('{"name":"Ada","age":3}')), schema, hello));
    expect(error).toMatchObject({ validatorCode: "TOO_YOUNG" });
  });

  test("a JSON Schema's misfits, with their paths", async () => {
    const schema = { type: "object", properties: { items: { type: "array", items: jsonSchema } } };
    const error = await failure(extract(createLLM(saying('{"items":[{"n":1},{}]}')), schema, hello));
    expect(error).toMatchObject({ code: "LLM_INVALID_OUTPUT", issues: [{ path: "items[1]" }] });
  });

  test("a validator that throws", async () => {
    const schema = z.object({ n: z.string().transform((text) => JSON.parse(text)) });
    const error = await failure(extract(createLLM(saying('{"n":"{"}')), schema, hello));
    expect(error).toMatchObject({ name: "ExtractError", code: "LLM_INVALID_OUTPUT", rawText: '{"n":"{"}' });
  });

  test("a schema that turns out not to be usable", async () => {
    const error = await failure(extract(createLLM(saying("{}")), { $ref: "#/nowhere" }, hello));
    expect(error).toMatchObject({ name: "LLMError", code: "LLM_INVALID_SCHEMA", provider: "scripted" });
  });
});
