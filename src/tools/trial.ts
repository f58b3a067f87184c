import type { ToolContext } from "../contract/index.js";
import { type ExecuteOptions, type Execution, executeTool } from "./execute-tool.js";
import { toolRequest } from "./tool-request.js";
import type { ToolSubject } from "./tool-subject.js";

/** The ids under which every check calls; the same each time, so that a second call is a retry. */
const ids = { runId: "run-1", sessionId: "session-1", turnId: "turn-1", callId: "call-1" };

/** One tool on trial: what is asked of it, and what its handler was seen to do. */
export interface Trial {
  readonly subject: ToolSubject;
  /** Executes a call with the valid input. */
  execute(options?: ExecuteOptions): Promise<Execution>;
  /** How often the handler was called. */
  calls(): number;
  /** Resolves when every call of the handler has ended, however. */
  ended(): Promise<unknown>;
  /** Resolves when the handler was called. */
  readonly begun: Promise<void>;
}

export function createTrial(subject: ToolSubject): Trial {
  const running: Promise<unknown>[] = [];
  let onCall!: () => void;
  const begun = new Promise<void>((resolve) => {
    onCall = resolve;
  });
  const tool = {
    ...subject.tool,
    execute(input: unknown, context: ToolContext) {
      const run = (async () => subject.tool.execute?.(input, context))();
      running.push(run.catch(() => {}));
      onCall();
      return run;
    },
  };
  return {
    subject: { ...subject, tool },
    begun,
    calls: () => running.length,
    ended: () => Promise.all(running),
    async execute(options) {
      const request = await toolRequest(tool, subject.valid);
      return executeTool(tool, request, ids, { resultSchema: subject.resultSchema, ...options });
    },
  };
}
