import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  type CallOptions,
  copyJSON,
  type JSONSchema,
  type JSONValue,
  LLMError,
  type LocalTool,
  type ToolContext,
} from "../contract/index.js";
import { cancelled } from "../generation/index.js";
import { fieldIssues, readToolInput } from "../validated/index.js";
import { toFailure } from "./to-failure.js";
import { ToolFailure } from "./tool-failure.js";
import type { ToolRequest } from "./tool-request.js";

/** Where a call belongs. */
export interface ExecutionIds {
  readonly runId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly callId: string;
}

/** What a handler that is run alone gets beside its input. */
export type ExecutionContext = ToolContext & ExecutionIds;

/** What became of a call: one of the two. */
export type Execution =
  | { readonly result: JSONValue; readonly failure?: undefined }
  | { readonly failure: ToolFailure; readonly result?: undefined };

export interface ExecuteOptions extends CallOptions {
  /** Milliseconds after which the call has failed with `timeout`. Default none. */
  readonly timeoutMs?: number | undefined;
  /** What a result must be like; what is not is `malformed_result`. Default anything that JSON can carry. */
  readonly resultSchema?: StandardSchemaV1 | JSONSchema | undefined;
}

/**
 * Runs one call of a tool alone, without a model and without a loop.
 * @returns the result, or the failure that it ended in; a handler that does not listen to its signal is not waited for
 * @throws ToolInputError for input that does not fit, before the handler is called; LLMError `LLM_CANCELLED` when the signal
 *   fired, `LLM_UNKNOWN_TOOL`, `LLM_TOOL_NOT_LOCAL`, `LLM_INVALID_REQUEST` for ids that are missing or not the request's
 */
export async function executeTool(
  tool: LocalTool,
  request: ToolRequest,
  ids: ExecutionIds,
  { signal, timeoutMs, resultSchema }: ExecuteOptions = {},
): Promise<Execution> {
  const execute = tool.execute?.bind(tool) as ((input: unknown, context: ExecutionContext) => unknown) | undefined;
  if (request.name !== tool.name)
    throw new LLMError("LLM_UNKNOWN_TOOL", `the request is for "${request.name}", and the tool is "${tool.name}"`);
  if (!execute) throw new LLMError("LLM_TOOL_NOT_LOCAL", `"${tool.name}" has no handler here`);
  checkIds(ids, request);
  const input = await readToolInput(tool, request.input);

  const controller = new AbortController();
  const call = { id: ids.callId, name: tool.name, input: structuredClone(request.input) };
  let stop!: (how: Execution | LLMError) => void;
  const stopped = new Promise<Execution | LLMError>((resolve) => {
    stop = (how) => {
      resolve(how);
      controller.abort(how instanceof LLMError ? signal?.reason : how.failure);
    };
  });
  const onAbort = () => stop(cancelled("tool", signal?.reason));
  if (signal?.aborted) throw cancelled("tool", signal.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => stop({ failure: tooSlow(timeoutMs) }), timeoutMs);
  try {
    const run = async () => execute(input, { signal: controller.signal, call, ...ids });
    const ended = await Promise.race([
      stopped,
      run().then(
        (output) => toExecution(output, resultSchema),
        (thrown: unknown): Execution => ({ failure: toFailure(thrown) }),
      ),
    ]);
    if (ended instanceof LLMError) throw ended;
    return ended;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

const tooSlow = (timeoutMs: number) => new ToolFailure("timeout", `the tool did not answer within ${timeoutMs} ms`);

function checkIds(ids: ExecutionIds, { callId }: ToolRequest): void {
  for (const name of ["runId", "sessionId", "turnId", "callId"] as const) {
    if (typeof ids?.[name] !== "string" || ids[name] === "")
      throw new LLMError("LLM_INVALID_REQUEST", `${name}: must be a string that is not empty`);
  }
  if (callId !== undefined && callId !== ids.callId)
    throw new LLMError("LLM_INVALID_REQUEST", "callId: is not the id that the provider gave the call of this request");
}

/** @throws LLMError `LLM_INVALID_SCHEMA` when the result's schema cannot be used, which is no fault of the tool's */
async function toExecution(output: unknown, schema: ExecuteOptions["resultSchema"]): Promise<Execution> {
  const malformed = (what: string) => new ToolFailure("malformed_result", `the tool's result ${what}`);
  let result: JSONValue;
  try {
    result = copyJSON(output === undefined ? "" : output, "", (place, what) => {
      throw malformed(`holds ${what}, which JSON cannot carry${place ? ` (${place})` : ""}`);
    }) as JSONValue;
  } catch (error) {
    return { failure: error instanceof ToolFailure ? error : malformed("cannot be read") };
  }
  const issues = schema ? await fieldIssues(schema, result) : [];
  if (issues.length === 0) return { result };
  const shown = issues.slice(0, 5).map(({ field, constraint }) => `${field || "it"}: ${constraint}`);
  return { failure: malformed(`does not fit: ${shown.join(", ")}`) };
}
