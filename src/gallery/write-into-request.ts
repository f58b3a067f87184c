import type { LLM, LLMRequest } from "../contract/index.js";
import { isRequest, replacing } from "./break-llm.js";
import { correctLLM } from "./correct-subjects.js";
import type { Staged } from "./mutant.js";

/** Writes into the caller's own request, and gives what takes it back. */
export type Write = (request: LLMRequest) => (() => void) | undefined;

/**
 * A subject that writes into its caller's requests, before the call or after it. Cases share what they ask with: so it is
 * played alone, and what it wrote is taken back when it is closed.
 */
export function writingInto(methods: readonly ("generate" | "stream" | "countTokens")[], write: Write): Staged<LLM> {
  return {
    stage: "memory",
    alone: true,
    make(stage, harm) {
      const llm = correctLLM.memory(stage);
      const undo: (() => void)[] = [];
      const writing = methods.map((name) => [
        name,
        async (...call: [LLMRequest, object?]) => {
          const pending = (llm[name] as (...call: [LLMRequest, object?]) => Promise<unknown>)(...call);
          const takeBack = isRequest(call[0]) && !Object.isFrozen(call[0]) ? write(call[0]) : undefined;
          if (takeBack) {
            harm();
            undo.unshift(takeBack);
          }
          return pending;
        },
      ]);
      const close = async () => {
        for (const takeBack of undo.splice(0)) takeBack();
        await llm.close();
      };
      return replacing(llm, { ...Object.fromEntries(writing), close });
    },
  };
}

/** Sets a property of an object of the caller's, unless it was set before. */
export function setting(target: object, name: string, value: unknown): (() => void) | undefined {
  const before = Object.getOwnPropertyDescriptor(target, name);
  // Whoever set it takes it back.
  if (before?.value === value) return undefined;
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  return () => {
    delete (target as Record<string, unknown>)[name];
    if (before) Object.defineProperty(target, name, before);
  };
}
