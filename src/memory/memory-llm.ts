import {
  type Capabilities,
  innermostDriver,
  type LLM,
  LLMError,
  type Reply,
  type Script,
  type TurnRequest,
} from "../contract/index.js";
import { createLLM } from "../generation/index.js";
import { type MemoryDriver, type MemoryTurn, memoryDriver } from "./memory-driver.js";

export interface MemoryLLMOptions {
  /** What it says, one reply a turn. Without any it echoes; see the documentation of scripts. */
  readonly replies?: Script | undefined;
  /** Its name. Default `memory`. */
  readonly model?: string | undefined;
  /** All are on unless switched off here, and then honestly refused. */
  readonly capabilities?: Partial<Capabilities> | undefined;
}

/** A model that says what it was told to, in order: `memoryLLM("Hello", { toolCalls: [memoryToolCall("f")] }, "Done")`. */
export function memoryLLM(...replies: readonly Reply[]): LLM {
  return createMemoryLLM({ replies });
}

/** @throws LLMError `LLM_INVALID_CONFIG` for a reply that is none */
export function createMemoryLLM(options: MemoryLLMOptions = {}): LLM {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new LLMError("LLM_INVALID_CONFIG", "createMemoryLLM takes { replies, model, capabilities }", {
      provider: "memory",
    });
  }
  const { replies = [], model = "memory", capabilities = {} } = options;
  // A scripted error is what the test asked for; a retry would use up the next reply.
  return createLLM(memoryDriver({ replies, model, capabilities }), { maxRetries: 0 });
}

/**
 * Adds replies at the end of a memory model's script.
 * @throws LLMError `LLM_INVALID_CONFIG` when there is no memory model in it, or a reply is none
 */
export function queueLLMReply(llm: LLM, ...replies: readonly Reply[]): void {
  driverOf(llm).player.queue(...replies);
}

/**
 * The requests that a memory model was asked, one a turn, as deep snapshots: tool results included, tools as data.
 * @throws LLMError `LLM_INVALID_CONFIG` when there is no memory model in it
 */
export function llmCalls(llm: LLM): TurnRequest[] {
  return driverOf(llm).turns.map((turn) => structuredClone(turn.request));
}

/**
 * Forgets the calls and begins the script again.
 * @throws LLMError `LLM_INVALID_CONFIG` when there is no memory model in it
 */
export function resetLLM(llm: LLM): void {
  const driver = driverOf(llm);
  driver.turns.length = 0;
  driver.player.rewind();
}

/** What a memory model was asked, with when and how it ended. */
export function memoryTurns(llm: LLM): readonly MemoryTurn[] {
  return driverOf(llm).turns;
}

/** Resolves with turn number `count` (from 1) once the memory model was asked for it. */
export function memoryTurnArrived(llm: LLM, count: number): Promise<MemoryTurn> {
  const { turns, onTurn } = driverOf(llm);
  return new Promise((resolve) => {
    const look = () => {
      const turn = turns[count - 1];
      if (!turn) return;
      onTurn.delete(look);
      resolve(turn);
    };
    onTurn.add(look);
    look();
  });
}

/** The memory model within an LLM, under any wrappers. */
function driverOf(llm: LLM): MemoryDriver {
  const driver = llm?.[innermostDriver];
  if (driver && "player" in driver) return driver as MemoryDriver;
  const provider = typeof llm?.provider === "string" ? llm.provider : "llm";
  throw new LLMError(
    "LLM_INVALID_CONFIG",
    `${provider}: there is no memory model in this LLM; make one with memoryLLM()`,
    { provider },
  );
}
