import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JSONSchema, JSONValue } from "./json.js";

/** A call that the model asked for, with all that is known of it. */
export interface ToolCall {
  /** Unique over the whole conversation. */
  readonly id: string;
  readonly name: string;
  /** The arguments. `{}` when they were not complete JSON; then `invalidInput` holds them. */
  readonly input: JSONValue;
  /** `ran`, `denied` by `approve`, `failed`, or `unknown_tool`. Absent: asked for and never run. */
  readonly outcome?: "ran" | "denied" | "failed" | "unknown_tool" | undefined;
  /** What the model is told, as a string. Absent where nothing was told. */
  readonly output?: string | undefined;
  /** The raw arguments where they were not complete JSON. Such a call is never run. */
  readonly invalidInput?: string | undefined;
}

/** What a tool's handler gets beside its input. */
export interface ToolContext {
  /** Fires when the generation is cancelled. A handler that ignores it is not waited for. */
  readonly signal: AbortSignal;
  readonly call: ToolCall;
}

/** A tool that runs here. Build one with `tool()` to have `execute`'s input typed. */
export interface LocalTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** What the input must look like. The model sees it, and every call is checked against it before approval. */
  readonly inputSchema: JSONSchema;
  /** Checks and transforms the input further; `tool()` sets it from a Standard Schema. */
  readonly inputValidator?: StandardSchemaV1 | undefined;
  readonly providerType?: undefined;
  /**
   * Runs the call. A string is told to the model as it is, any other JSON value as JSON, `undefined` as `""`. What it
   * throws is told to the model as `error: <message>`, and the generation goes on. Needed when `maxSteps` is over 1.
   */
  execute?(input: unknown, context: ToolContext): unknown;
}

/** A tool that the provider runs, such as its web search. */
export interface ProviderTool {
  readonly name: string;
  /** The provider's own name for it. */
  readonly providerType: string;
  readonly options?: object | undefined;
  readonly execute?: undefined;
}

export type Tool = LocalTool | ProviderTool;

/** Tells the two kinds of tools apart. */
export function isLocalTool(tool: Tool): tool is LocalTool {
  return tool.providerType === undefined;
}

/** Whether and what the model must call. A forcing choice (`required`, `{ tool }`) holds for the first step only. */
export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

/** What a policy says of a call: only `true` approves. `denied` is the reason that the model is told. */
export type Approval = boolean | { readonly denied: string };

/** A policy, asked once for each call, in call order. What it throws is a refusal with that message. */
export type Approve = (call: ToolCall) => Approval | Promise<Approval>;
