import type { Embedder, LLM } from "../contract/index.js";
import {
  type MemoryEmbedding,
  type MemoryTurn,
  memoryEmbeddingArrived,
  memoryEmbeddings,
  memoryTurnArrived,
  memoryTurns,
} from "../memory/index.js";
import type { SentRequest, Stage } from "../suite/index.js";

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
      return {
        options: { model: "memory", script, maxRetries, timeouts },
        sent: (subject) =>
          isEmbedder(subject) ? memoryEmbeddings(subject).map(embedSent) : memoryTurns(subject as LLM).map(turnSent),
        arrived: async (subject, count) =>
          isEmbedder(subject)
            ? embedSent(await memoryEmbeddingArrived(subject, count))
            : turnSent(await memoryTurnArrived(subject as LLM, count)),
        close: async () => {},
      };
    },
  };
}

function turnSent({ kind, at, request, hungUp }: MemoryTurn): SentRequest {
  return { kind, at, turn: request, hungUp };
}

function embedSent({ at, request }: MemoryEmbedding): SentRequest {
  return { kind: "embed", at, embed: request };
}

function isEmbedder(subject: unknown): subject is Embedder {
  return typeof (subject as Partial<Embedder> | null)?.embed === "function";
}
