import { expect, it } from "vitest";
import { search } from "./testing/answers.js";
import { parseToolInput, readToolInput } from "./tool-input.js";

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  );

it("finds what is wrong with JSON from elsewhere, field by field", async () => {
  expect((await failure(parseToolInput(search, '{"limit":5}'))).issues).toEqual([
    { field: "query", constraint: "missing_field" },
  ]);
  expect((await failure(parseToolInput(search, '{"query":"example","limit":"ten"}'))).issues).toEqual([
    { field: "limit", constraint: "invalid_field_type", expected: { type: "integer" } },
  ]);
  expect(await failure(parseToolInput(search, '{"query":'))).toMatchObject({ name: "ToolInputError", issues: [] });
});

it("takes whole numbers as they were written, or not at all", async () => {
  const tool = { name: "f", inputSchema: { type: "object", properties: { id: { type: "integer" }, ids: {} } } };
  expect(await parseToolInput(tool, '{"id":9007199254740991}')).toEqual({ id: 9007199254740991 });
  for (const id of ["9007199254740992", "9007199254740993", "-9007199254740993", "123456789012345678901234567890"]) {
    const expected = { minimum: -9007199254740991, maximum: 9007199254740991 };
    const [issue] = (await failure(parseToolInput(tool, `{"ids":[1,${id}]}`))).issues;
    expect(issue).toEqual({ field: "ids[1]", constraint: "invalid_range", expected });
  }
});

it("names no value in its message", async () => {
  const error = await failure(readToolInput(search, { query: "q", limit: "hunter2" }));
  expect(error.message).toBe('the input of "search" does not fit: limit: invalid_field_type');
});

it("refuses a tool whose schema cannot be used", async () => {
  await expect(readToolInput({ name: "f", inputSchema: {} }, {})).rejects.toMatchObject({ code: "LLM_INVALID_TOOL" });
});
