import type { JSONValue, LocalTool } from "../contract/index.js";
import { parseExactly } from "../generation/index.js";
import { toFieldIssue } from "./field-issue.js";
import { compiledTool, readInput } from "./field-issues.js";
import type { LargeIntegers } from "./inexact-numbers.js";
import type { LargeIntegerOptions } from "./large-integer-options.js";
import { ToolInputError } from "./tool-input-error.js";

/**
 * A tool's input as its handler gets it: held against the tool's schema, then made what the tool's own validator makes of
 * it. A copy.
 * @throws ToolInputError with the issues where it does not fit; LLMError `LLM_INVALID_TOOL` when the schema cannot be used
 */
export async function readToolInput(tool: LocalTool, input: unknown): Promise<unknown> {
  return read(tool, input, "unknown");
}

async function read(tool: LocalTool, input: unknown, large: LargeIntegers): Promise<unknown> {
  const read = await readInput(compiledTool(tool), tool.inputValidator, input, large);
  if ("value" in read) return read.value;
  throw new ToolInputError(
    tool.name,
    read.issues.map((issue) => toFieldIssue(issue)),
  );
}

/**
 * A tool's input of JSON text, as it comes from elsewhere. Whole numbers come out exactly as they were written, or are
 * refused: beyond 2^53 − 1 they are `invalid_range`, or `bigint`s where the options say so.
 * @returns the input, before the tool's validator makes anything of it
 * @throws ToolInputError where it is not JSON (without issues) or does not fit
 */
export async function parseToolInput(
  tool: LocalTool,
  json: string,
  { largeIntegers = "refuse" }: LargeIntegerOptions = {},
): Promise<JSONValue> {
  let input: JSONValue;
  try {
    input = parseExactly(json) as JSONValue;
  } catch {
    throw new ToolInputError(tool.name, []);
  }
  await read(tool, input, largeIntegers === "bigint" ? "exact" : "exact, and refused");
  return input;
}
