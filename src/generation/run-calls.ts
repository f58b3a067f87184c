import {
  type Approve,
  copyJSON,
  type JSONValue,
  type LocalTool,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "../contract/index.js";
import { stringifyDigits } from "./exact-json.js";
import { describeIssues, schemaIssues } from "./json-schema.js";
import { messageOf } from "./message-of.js";
import type { Scope } from "./scope.js";

/** A call that was dealt with, and what the model is told of it. */
export interface SettledCall {
  readonly call: ToolCall & Required<Pick<ToolCall, "outcome" | "output">>;
  readonly result: ToolResult;
}

/** A call whose arguments are not complete JSON: it never runs, and the model is told so. */
export function settleInvalid(call: ToolCall): SettledCall {
  return settle(call, "failed", "error: the arguments are not complete JSON");
}

/**
 * Deals with the calls of one turn: inputs are checked first, then `approve` is asked for each in call order, then the
 * approved ones run at once.
 * @returns one settled call a call, in call order; rejects only when the scope ends
 */
export async function runCalls(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  approve: Approve | undefined,
  scope: Scope,
  takesLarge = false,
): Promise<readonly SettledCall[]> {
  const checked = await Promise.all(calls.map((call) => scope.race(() => checkInput(call, tools))));
  const approved: (SettledCall | RunnableCall)[] = [];
  for (const item of checked) {
    const denied = "run" in item && approve ? await scope.race(() => askApproval(approve, item.call)) : undefined;
    approved.push(denied ?? item);
  }
  return Promise.all(
    approved.map((item) => ("run" in item ? scope.race(() => execute(item, scope, takesLarge)) : item)),
  );
}

interface RunnableCall {
  readonly call: ToolCall;
  readonly run: (context: { signal: AbortSignal; call: ToolCall }) => unknown;
}

async function checkInput(call: ToolCall, tools: readonly Tool[]): Promise<SettledCall | RunnableCall> {
  if (call.invalidInput !== undefined) return settleInvalid(call);
  const tool = tools.find(
    (candidate): candidate is LocalTool => candidate.name === call.name && candidate.execute !== undefined,
  );
  if (!tool) return settle(call, "unknown_tool", `error: no tool named "${call.name}" is available`);
  const input = await fittingInput(tool, call.input);
  if ("misfit" in input) return settle(call, "failed", `error: the input does not fit: ${input.misfit}`);
  return { call, run: async (context) => tool.execute?.(input.value, context) };
}

/**
 * The input as the handler gets it, a copy of its own, or which field does not fit and why.
 * Never rejects: a schema that cannot be used is a misfit too.
 */
export async function fittingInput(
  tool: LocalTool,
  input: JSONValue,
): Promise<{ value: JSONValue } | { misfit: string }> {
  try {
    const issues = await schemaIssues(tool.inputSchema, input);
    if (issues.length > 0) return { misfit: describeIssues(issues) };
    const copy = structuredClone(input);
    if (!tool.inputValidator) return { value: copy };
    const result = await tool.inputValidator["~standard"].validate(copy);
    if (!result.issues) return { value: result.value as JSONValue };
    return { misfit: describeIssues(result.issues.map(({ message, path }) => ({ message, path: joinPath(path) }))) };
  } catch (error) {
    return { misfit: `the tool's schema cannot be used: ${messageOf(error)}` };
  }
}

/** The path of a Standard Schema issue as it is written in code. */
export function joinPath(path: readonly (PropertyKey | { readonly key: PropertyKey })[] = []): string {
  return path
    .map((segment) => (typeof segment === "object" ? segment.key : segment))
    .reduce<string>(
      (joined, key) =>
        typeof key === "number" ? `${joined}[${key}]` : joined ? `${joined}.${String(key)}` : String(key),
      "",
    );
}

/** @returns the denied call, or nothing when it was approved */
async function askApproval(approve: Approve, call: ToolCall): Promise<SettledCall | undefined> {
  const deny = (reason: string) => settle(call, "denied", `denied: ${reason}`);
  try {
    const answer: unknown = await approve(structuredClone(call));
    if (answer === true) return undefined;
    const reason = typeof answer === "object" && answer !== null && "denied" in answer ? answer.denied : undefined;
    return deny(typeof reason === "string" && reason ? reason : "the call was not approved");
  } catch (error) {
    return deny(messageOf(error));
  }
}

async function execute({ call, run }: RunnableCall, scope: Scope, takesLarge: boolean): Promise<SettledCall> {
  try {
    const output = await run({ signal: scope.signal, call: structuredClone(call) });
    return settle(call, "ran", toOutput(output, takesLarge));
  } catch (error) {
    return settle(call, "failed", `error: ${messageOf(error)}`);
  }
}

/** What a handler returned, as a value of its own that JSON can carry. */
export function toOutput(output: unknown, takesLarge = false): JSONValue {
  if (output === undefined) return "";
  const unsafe = (place: string, what: string): never => {
    throw new TypeError(`${place} holds ${what}, which JSON cannot carry`);
  };
  return copyJSON(output, "the tool's result", unsafe, () => takesLarge) as JSONValue;
}

function settle(call: ToolCall, outcome: NonNullable<ToolCall["outcome"]>, output: JSONValue): SettledCall {
  const told = typeof output === "string" ? output.toWellFormed() : stringifyDigits(output);
  return {
    call: { ...call, outcome, output: told },
    result: {
      id: call.id,
      name: call.name,
      output: typeof output === "string" ? told : output,
      ...(outcome !== "ran" && { isError: true }),
    },
  };
}
