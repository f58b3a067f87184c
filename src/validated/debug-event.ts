import type { FinishReason, Usage } from "../contract/index.js";

/** What happens in a generation, without what is said in it. `step` counts the turns of a loop from 1. */
export type DebugEvent =
  | { readonly type: "model-call"; readonly model: string; readonly step: number; readonly streamed: boolean }
  | {
      readonly type: "model-answer";
      readonly model: string;
      readonly step: number;
      readonly finishReason: FinishReason;
      /** The names of the tools that it calls. */
      readonly calls: readonly string[];
    }
  | { readonly type: "usage"; readonly step: number; readonly usage: Usage }
  | { readonly type: "tool-start"; readonly tool: string; readonly callId: string }
  | { readonly type: "tool-end"; readonly tool: string; readonly callId: string; readonly failed: boolean }
  | { readonly type: "error"; readonly code: string; readonly kind?: string; readonly message: string };

/** Gets every event as it happens. What it throws, or rejects with, is nobody's. */
export interface EventSink {
  send(event: DebugEvent): void | Promise<void>;
}
