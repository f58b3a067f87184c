import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JSONSchema, LocalTool } from "../contract/index.js";

/** How the service behind a tool behaves. `malformed`: it answers, with what the tool must not hand on. */
export type ServiceMood = "working" | "failing" | "hanging" | "malformed";

/** A tool to be judged, on a service that behaves as it was asked to. */
export interface ToolSubject {
  readonly tool: LocalTool;
  /** Input that the tool takes. */
  readonly valid: unknown;
  /** Input that does not fit its schema. */
  readonly invalid: unknown;
  /** What its results must be like. */
  readonly resultSchema?: StandardSchemaV1 | JSONSchema | undefined;
  /** How often it has changed something so far; for a tool that changes anything. */
  readonly effects?: (() => number) | undefined;
}

/** Makes the tool under judgement, anew for each check. */
export type ToolFactory = (setting: { readonly service: ServiceMood }) => ToolSubject | Promise<ToolSubject>;
