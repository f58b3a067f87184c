import type { Embedder, LLM } from "../contract/index.js";
import { embeddedRequests, type MemoryTurn, memoryTurnArrived, memoryTurns } from "../memory/index.js";
import { type SentRequest, type Stage, untilSent } from "../suite/index.js";

/**
 * The stage of scripted models in memory. What is played on it must be a memory LLM, made with the script that the
 * factory is given and under whatever wrappers, or a memory embedder.
 */
export function memoryStage(): Stage {
  return {
    name: "memory",
    powers: ["script", "traffic", "meaning", "hang-up"],
    // A memory embedder plays no script, so that nothing can be made to stall.
    embedderPowers: ["traffic", "meaning"],
    async open({ script = [], maxRetries = 0, timeouts = {} }) {
      const over = new AbortController();
      const embedded = (subject: Embedder): SentRequest[] =>
        embeddedRequests(subject).map((embed) => ({ kind: "embed", at: performance.now(), embed }));
      return {
        options: { model: "memory", script, maxRetries, timeouts },
        sent: (subject) => (isEmbedder(subject) ? embedded(subject) : memoryTurns(subject as LLM).map(toSent)),
        async arrived(subject, count) {
          if (isEmbedder(subject)) return untilSent(() => embedded(subject), count, over.signal);
          return toSent(await memoryTurnArrived(subject as LLM, count));
        },
        async close() {
          over.abort();
        },
      };
    },
  };
}

function toSent({ kind, at, request, hungUp }: MemoryTurn): SentRequest {
  return { kind, at, turn: request, hungUp };
}

function isEmbedder(subject: unknown): subject is Embedder {
  return typeof (subject as Partial<Embedder> | null)?.embed === "function";
}
