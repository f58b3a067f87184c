import { type LLM, LLMError, type LLMRequest, type Tool } from "../../contract/index.js";
import { accepting, badLLM, badRejection, badRequest } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";
import { holds } from "./holds.js";
import { lateRefusals, placeless, tookIt } from "./late-refusals.js";

/** Picks refused requests by what is in them; also what is no request at all is looked at. */
const acceptingWhere = (code: string, where: (request: LLMRequest) => boolean) =>
  accepting((request, refused) => refused === code && where(request));

interface Turn {
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

/** The ids of each assistant's turn, and of the results right after it. */
function turnsOf({ messages }: LLMRequest): Turn[] {
  return messages.flatMap((message, i) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [];
    const next = message.role === "tool" && i > 0 && messages[i - 1]?.role !== "assistant" ? message : messages[i + 1];
    const results = next?.role === "tool" ? next.results.map(({ id }) => id) : [];
    return calls.length > 0 || results.length > 0 ? [{ calls, results }] : [];
  });
}

const acceptingTurn = (where: (turn: Turn) => boolean) =>
  acceptingWhere("LLM_INVALID_REQUEST", (request) => turnsOf(request).some(where));

const acceptingTool = (where: (tool: Tool, request: LLMRequest) => boolean) =>
  acceptingWhere("LLM_INVALID_TOOL", (request) => (request.tools ?? []).some((tool) => where(tool, request)));

const numbers = ({ maxTokens, temperature, topP, maxSteps }: LLMRequest): unknown[] => [
  ...[maxTokens, temperature, topP, maxSteps],
];
const acceptingNumber = (where: (value: unknown) => boolean) =>
  acceptingWhere("LLM_INVALID_REQUEST", (request) => numbers(request).some(where));

/** The data of a request: without handlers and policy. */
const dataOf = ({ tools, approve: _, ...request }: LLMRequest) => ({
  ...request,
  tools: tools?.map(({ execute: __, ...tool }) => tool),
});
const acceptingValue = (where: (value: unknown) => boolean) =>
  acceptingWhere("LLM_INVALID_REQUEST", (request) => holds(dataOf(request), where));

/** What is to be refused before the wire, where a glance at the request does not show it. */
export const deeperRefusalMutants: LLMMutants = {
  "takes-a-call-without-a-result": [
    "RejectsUnpairedToolResults/call-without-result",
    tookIt,
    acceptingTurn(({ calls, results }) => calls.length > 0 && results.length === 0),
  ],
  "takes-fewer-results-than-calls": [
    "RejectsUnpairedToolResults/one-result-missing",
    tookIt,
    acceptingTurn(({ calls, results }) => results.length > 0 && calls.length > results.length),
  ],
  "takes-a-result-of-no-call": [
    "RejectsUnpairedToolResults/result-without-call",
    tookIt,
    acceptingTurn(({ calls, results }) => results.some((id) => !calls.includes(id))),
  ],
  "takes-a-result-twice": [
    "RejectsUnpairedToolResults/result-given-twice",
    tookIt,
    acceptingTurn(({ results }) => new Set(results).size < results.length),
  ],
  "does-not-say-which-call-is-unpaired": [
    "RejectsUnpairedToolResults/place-is-named",
    /expected it to name messages\[1\], got/,
    placeless,
  ],
  ...lateRefusals("RejectsUnpairedToolResults", "an-unpaired-call"),

  "takes-a-tool-without-a-name": [
    "RejectsInvalidTools/nameless-tool",
    tookIt,
    acceptingTool(({ name }) => typeof name !== "string" || name.trim() === ""),
  ],
  "calls-a-bad-tool-a-bad-request": [
    "RejectsInvalidTools/nameless-tool",
    /expected a rejection with LLM_INVALID_TOOL, got one with LLM_INVALID_REQUEST /,
    badRejection(
      ({ message }) => {
        throw new LLMError("LLM_INVALID_REQUEST", message);
      },
      ({ code }) => code === "LLM_INVALID_TOOL",
    ),
  ],
  "takes-two-tools-of-one-name": [
    "RejectsInvalidTools/duplicate-name",
    tookIt,
    acceptingTool((tool, { tools = [] }) => tools.filter(({ name }) => name === tool.name).length > 1),
  ],
  "takes-a-handler-for-a-tool-of-the-providers": [
    "RejectsInvalidTools/provider-tool-with-handler",
    tookIt,
    acceptingTool(({ providerType }) => providerType !== undefined),
  ],
  "begins-a-loop-without-a-handler": [
    "RejectsInvalidTools/no-handler-in-a-loop",
    tookIt,
    acceptingTool(({ execute }) => execute === undefined),
  ],
  "takes-the-choice-of-no-tool": [
    "RejectsInvalidTools/choice-of-no-tool",
    tookIt,
    acceptingTool((_, { toolChoice }) => typeof toolChoice === "object"),
  ],
  "does-not-say-which-tool": ["RejectsInvalidTools/place-is-named", /expected it to name tools\[1\], got/, placeless],
  ...lateRefusals("RejectsInvalidTools", "an-invalid-tool"),

  "takes-negative-numbers": [
    "RejectsInvalidNumbers/negative-number",
    tookIt,
    acceptingNumber((value) => typeof value === "number" && value < 0),
  ],
  "takes-numbers-without-end": [
    "RejectsInvalidNumbers/not-finite",
    tookIt,
    acceptingNumber((value) => typeof value === "number" && !Number.isFinite(value)),
  ],
  "takes-numbers-in-quotes": [
    "RejectsInvalidNumbers/no-number",
    tookIt,
    acceptingNumber((value) => typeof value === "string"),
  ],
  "takes-nought-for-no-number": [
    "RejectsInvalidNumbers/zero-is-a-number",
    /got a rejection with LLM_INVALID_REQUEST/,
    badRequest((request) => {
      if (request.temperature === 0) throw new LLMError("LLM_INVALID_REQUEST", "temperature: must be a number");
      return request;
    }),
  ],
  "does-not-say-which-number": [
    "RejectsInvalidNumbers/place-is-named",
    /expected it to name maxTokens, got/,
    placeless,
  ],
  ...lateRefusals("RejectsInvalidNumbers", "a-negative-number"),

  "drops-what-json-cannot-carry": [
    "RejectsUnsafeValues/bigint-function-symbol",
    tookIt,
    acceptingValue((value) => ["bigint", "function", "symbol"].includes(typeof value)),
  ],
  "writes-nan-as-null": ["RejectsUnsafeValues/not-a-number", tookIt, acceptingValue(Number.isNaN)],
  "follows-a-cycle-to-its-end": [
    "RejectsUnsafeValues/cycle",
    /RangeError: Maximum call stack size exceeded, which is no LLMError/,
    badRejection(
      (error, _, [request]) => {
        try {
          JSON.stringify(dataOf(request), (_key, value) => (typeof value === "bigint" ? String(value) : value));
        } catch {
          throw new RangeError("Maximum call stack size exceeded");
        }
        throw error;
      },
      ({ message }) => message.includes("itself") || message.includes("cycle") || message.includes("circular"),
    ),
  ],
  "does-not-say-where-the-value-is": [
    "RejectsUnsafeValues/place-is-named",
    /expected it to name providerOptions\.probe, got/,
    placeless,
  ],
  "takes-undefined-for-a-value": [
    "RejectsUnsafeValues/undefined-is-absent",
    /got a rejection with LLM_INVALID_REQUEST/,
    badRequest((request) => {
      if (Object.values(request).includes(undefined))
        throw new LLMError("LLM_INVALID_REQUEST", "undefined is no value");
      return request;
    }),
  ],
  "stumbles-over-garbage": [
    "RejectsUnsafeValues/garbage-is-refused",
    /TypeError: .*, which is no LLMError/,
    badLLM((llm) => ({
      async generate(...[request, options]: Parameters<LLM["generate"]>) {
        for (const message of request.messages) if ("content" in message) void message.content.length;
        return llm.generate(request, options);
      },
    })),
  ],
  ...lateRefusals("RejectsUnsafeValues", "a-value-that-json-cannot-carry"),
};
