export {
  type ExecuteOptions,
  type Execution,
  type ExecutionContext,
  type ExecutionIds,
  executeTool,
} from "./execute-tool.js";
export { runToolChecks, startToolSuite, type ToolSuite } from "./run-tool-checks.js";
export { type FailureKind, failureRecoveries, type Recovery, ToolFailure } from "./tool-failure.js";
export { type ToolRequest, toolRequest, toolRequestFromModelCall } from "./tool-request.js";
export type { ServiceMood, ToolFactory, ToolSubject } from "./tool-subject.js";
