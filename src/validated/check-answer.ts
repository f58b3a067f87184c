import {
  copyJSON,
  isLocalTool,
  type JSONValue,
  type Turn,
  type TurnRequest,
  type TurnToolCall,
  type Usage,
} from "../contract/index.js";
import { finishReason, parseExactly } from "../generation/index.js";
import { createMeasure } from "./bounds.js";
import type { Expectations } from "./check-request.js";
import type { RefusedCall } from "./correction.js";
import { toFieldIssue } from "./field-issue.js";
import { inputIssues } from "./field-issues.js";
import type { LargeIntegers } from "./inexact-numbers.js";
import { jsonSchemaIssues } from "./json-schema-issues.js";
import type { Rejection } from "./output-validation-error.js";

/** Ends the look at an answer. @param what in words that tell nothing of the content */
export type Reject = (kind: Rejection, what: string, refused?: readonly RefusedCall[]) => never;

const finishReasons: readonly unknown[] = [undefined, "stop", "length", "content_filter", "tool_use", "error", "other"];

/** The finish reasons of answers that are none: what was asked for need not be in them. */
const without: readonly unknown[] = ["content_filter", "error"];

/**
 * Holds an answer against the contract and the request.
 * @returns a copy that the driver has no hand on; `raw` is passed on as it is, and not looked at
 */
export async function checkAnswer(
  answer: unknown,
  request: TurnRequest,
  { tools, output, large }: Expectations,
  reject: Reject,
): Promise<Turn> {
  const turn = shaped(answer, large, reject);
  const calls = turn.toolCalls ?? [];
  const end = finishReason(turn.providerFinishReason, turn.finishReason, calls.length);
  checkUsage(turn.usage, reject);

  if (calls.some(({ name }) => !tools.has(name))) reject("tool_identity", "a call names no local tool of the request");
  checkChoice(request, calls, end, reject);

  const refused = await refusedCalls(calls, request, { tools, large });
  if (refused.length > 0) reject("tool_arguments", "arguments do not fit their tool's schema", refused);
  if (output && calls.length === 0 && !without.includes(end)) {
    const value = parsed(turn.text);
    if (value === undefined) {
      reject("structured_output", end === "length" ? "the text was cut before its JSON ended" : "the text is not JSON");
    }
    if (jsonSchemaIssues(output, value).length > 0) reject("structured_output", "the JSON does not fit the schema");
  }
  return turn;
}

/** The answer with every field of its type. Each is read once: what is looked at is what is handed on. */
function shaped(answer: unknown, large: LargeIntegers, reject: Reject): Turn {
  const bad = (what: string): never => reject("response_shape", what);
  let copy: Turn;
  try {
    if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return bad("it is not an object");
    const { raw, ...data } = answer as Turn;
    // The turn, its list of calls, and the call.
    const passed = createMeasure().add(data, 3);
    if (passed) return reject("output_bounds", passed);
    const unsafe = () => bad("it holds what JSON cannot carry");
    copy = {
      ...(copyJSON(data, "", unsafe, (place) => large !== "unknown" && mayHoldLarge.test(place)) as object),
      ...(raw !== undefined && { raw }),
    } as Turn;
  } catch (error) {
    if (error instanceof Error && error.name === "OutputValidationError") throw error;
    return bad("it cannot be read");
  }
  const { text, reasoning, providerFinishReason, model, toolCalls, sources, usage } = copy;
  if (typeof text !== "string") bad("its text is not a string");
  for (const [name, value] of Object.entries({ reasoning, providerFinishReason, model })) {
    if (value !== undefined && typeof value !== "string") bad(`its ${name} is not a string`);
  }
  if (!finishReasons.includes(copy.finishReason)) bad("its finishReason is none");
  if (usage !== undefined && !isRecord(usage)) bad("its usage is not an object");
  if (!isListOf(sources, ({ type, url }) => typeof type === "string" && typeof url === "string"))
    bad("its sources are not a list of types and addresses");
  if (!isListOf(toolCalls, isCall)) bad("its toolCalls are not a list of calls");
  return copy;
}

/** What is passed on and not counted with. */
const mayHoldLarge = /^(?:toolCalls\[\d+\]\.input|providerState)\b/;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isListOf(list: unknown, isRight: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return list === undefined || (Array.isArray(list) && list.every((item) => isRecord(item) && isRight(item)));
}

function isCall({ id, name, input, invalidInput }: Readonly<Record<string, unknown>>): boolean {
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  return typeof name === "string" && name !== "" && isText(id) && isText(invalidInput) && input !== undefined;
}

function checkUsage(usage: Usage | undefined, reject: Reject): void {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage ?? {};
  for (const [name, tokens] of Object.entries({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens })) {
    if (tokens !== undefined && !isCount(tokens)) reject("usage", `${name} is not a whole number of tokens`);
  }
  if ((cachedInputTokens ?? 0) > (inputTokens ?? Number.POSITIVE_INFINITY))
    reject("usage", "cachedInputTokens is more than inputTokens, which it is a part of");
  if ((reasoningTokens ?? 0) > (outputTokens ?? Number.POSITIVE_INFINITY))
    reject("usage", "reasoningTokens is more than outputTokens, which it is a part of");
}

/** A number of tokens that there can be. */
export const isCount = (tokens: unknown): boolean => Number.isSafeInteger(tokens) && (tokens as number) >= 0;

function checkChoice(
  { toolChoice }: TurnRequest,
  calls: readonly TurnToolCall[],
  end: ReturnType<typeof finishReason>,
  reject: Reject,
): void {
  if (toolChoice === undefined || toolChoice === "auto") return;
  if (toolChoice === "none") {
    if (calls.length > 0) reject("tool_choice", "it calls a tool where the request forbids calls");
    return;
  }
  if (end === "length" || without.includes(end)) return;
  const obeys = toolChoice === "required" ? calls.length > 0 : calls.some(({ name }) => name === toolChoice.tool);
  if (!obeys) reject("tool_choice", "it does not make the call that the request forces");
}

async function refusedCalls(
  calls: readonly TurnToolCall[],
  request: TurnRequest,
  { tools: schemas, large }: Pick<Expectations, "tools" | "large">,
): Promise<RefusedCall[]> {
  const refused: RefusedCall[] = [];
  for (const { name, input, invalidInput } of calls) {
    const schema = schemas.get(name);
    const tool = (request.tools ?? []).filter(isLocalTool).find((candidate) => candidate.name === name);
    const issues = invalidInput === undefined ? await inputIssues(schema, tool?.inputValidator, input, large) : [];
    if (invalidInput === undefined && issues.length === 0) continue;
    refused.push({ tool: name, issues: issues.map((issue) => toFieldIssue(issue, schema?.declares)) });
  }
  return refused;
}

function parsed(text: string): JSONValue | undefined {
  try {
    return parseExactly(text) as JSONValue;
  } catch {
    return undefined;
  }
}
