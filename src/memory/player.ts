import {
  type FinishReason,
  LLMError,
  type LocalTool,
  type Reply,
  type Script,
  type ScriptedReply,
  type ScriptedToolCall,
  type Source,
  type TurnRequest,
  type Usage,
} from "../contract/index.js";
import { finishReason } from "../generation/index.js";
import { checkReply } from "./check-script.js";
import { contentText, countUsage } from "./count-usage.js";
import { memoryToolCall } from "./memory-tool-call.js";
import { smallestInput } from "./smallest-input.js";

/** A reply with everything decided: what a scripted model says to one turn, in memory and over a wire alike. */
export interface PlayedReply {
  readonly text: string;
  readonly reasoning?: string;
  readonly toolCalls: readonly ScriptedToolCall[];
  readonly sources: readonly Source[];
  readonly usage: Usage;
  readonly finishReason: FinishReason;
  readonly providerFinishReason?: string;
  /** The model that the reply names; absent: the one asked for. */
  readonly model?: string;
  readonly error?: LLMError;
  readonly cut: boolean;
  readonly stall: boolean;
}

/** Plays a script, one reply a turn, in order. */
export interface Player {
  /**
   * The reply to a turn. Without any script: each local tool is called once with the smallest input that it takes, where
   * the turn is part of a loop or a call is forced; then `{}` under a schema, else the last user text.
   * @throws LLMError `LLM_MEMORY_EXHAUSTED` when the script has run out
   */
  next(request: TurnRequest): PlayedReply;
  /** The next scripted reply if it is an error, a cut or a stall, which then is used up; for requests that are no turns. */
  nextFailure(): PlayedReply | undefined;
  /** Adds replies at the end. */
  queue(...replies: readonly Reply[]): void;
  /** Begins again at the first reply. */
  rewind(): void;
}

export interface PlayerOptions {
  /** Begins again at the first reply when the script was played to its end. Default false. */
  readonly repeat?: boolean | undefined;
}

/** @throws LLMError `LLM_INVALID_CONFIG` for a script that is no list, or a reply that is none */
export function createPlayer(script: Script = [], { repeat = false }: PlayerOptions = {}): Player {
  if (!Array.isArray(script)) {
    throw new LLMError("LLM_INVALID_CONFIG", "replies: must be a list of replies", { provider: "memory" });
  }
  const replies = script.map((reply, i) => checkReply(reply, `replies[${i}]`));
  let position = 0;
  let calls = 0;
  const upNext = () => replies[repeat ? position % replies.length : position];

  return {
    next(request) {
      calls += 1;
      if (replies.length === 0) return decide(request, unscripted(request));
      const reply = upNext();
      if (reply) {
        // A turn too many uses nothing up: a reply that is queued later is for the turn after it.
        position += 1;
        return decide(request, reply);
      }
      const [times, scripted] = [counted(calls, "time"), counted(replies.length, "reply")];
      const were = replies.length === 1 ? "was" : "were";
      throw new LLMError(
        "LLM_MEMORY_EXHAUSTED",
        `llm: memory model was called ${times} but only ${scripted} ${were} scripted`,
      );
    },
    nextFailure() {
      const reply = upNext();
      if (!reply?.error && !reply?.cut && !reply?.stall) return undefined;
      position += 1;
      return decide({ messages: [] }, reply);
    },
    queue(...more) {
      replies.push(...more.map((reply, i) => checkReply(reply, `replies[${replies.length + i}]`)));
    },
    rewind() {
      position = 0;
      calls = 0;
    },
  };
}

function counted(count: number, noun: "time" | "reply"): string {
  const plural = noun === "reply" ? "replies" : "times";
  return `${count} ${count === 1 ? noun : plural}`;
}

function decide(request: TurnRequest, reply: ScriptedReply): PlayedReply {
  const { reasoning, providerFinishReason, model, error } = reply;
  const toolCalls = reply.toolCalls ?? [];
  const decided = {
    text: reply.text ?? "",
    ...(reasoning && { reasoning }),
    toolCalls,
    sources: reply.sources ?? [],
    finishReason: reply.finishReason ?? finishReason(providerFinishReason, undefined, toolCalls.length),
    ...(providerFinishReason && { providerFinishReason }),
    ...(model && { model }),
    ...(error && { error: error as LLMError }),
    cut: reply.cut ?? false,
    stall: reply.stall ?? false,
  } as const;
  return { ...decided, usage: reply.usage ?? countUsage(request, decided) };
}

function unscripted(request: TurnRequest): ScriptedReply {
  const calls = callsToMake(request);
  if (calls.length > 0)
    return { toolCalls: calls.map((tool) => memoryToolCall(tool.name, smallestInput(tool.inputSchema) as object)) };
  if (request.schema) return { text: "{}" };
  const lastUser = request.messages.findLast((message) => message.role === "user");
  return { text: lastUser ? contentText(lastUser.content) : "" };
}

/** A forced call is always made; in a loop, each local tool is called once since the user last spoke. */
function callsToMake({ tools = [], toolChoice = "auto", maxSteps = 1, messages }: TurnRequest): LocalTool[] {
  const local = tools.filter((tool): tool is LocalTool => tool.providerType === undefined);
  if (typeof toolChoice === "object") return local.filter((tool) => tool.name === toolChoice.tool);
  if (toolChoice === "none" || (toolChoice === "auto" && maxSteps <= 1)) return [];
  const sinceUser = messages.slice(messages.findLastIndex((message) => message.role === "user") + 1);
  const called = new Set(
    sinceUser
      .flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
      .map(({ name }) => name),
  );
  const open = local.filter((tool) => !called.has(tool.name));
  return toolChoice === "required" && open.length === 0 ? local : open;
}
