import {
  type Capabilities,
  capabilityNames,
  copyJSON,
  type Driver,
  LLMError,
  type Script,
  type Turn,
  type TurnEvent,
  type TurnRequest,
} from "../contract/index.js";
import { countInputTokens } from "./count-usage.js";
import { createPlayer, type PlayedReply, type Player } from "./player.js";

/** One turn that a memory model was asked for. */
export interface MemoryTurn {
  readonly kind: "generate" | "stream";
  /** When, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** The request, as data: tools without their handlers. */
  readonly request: TurnRequest;
  /** Resolves when the caller has left before the turn was complete. */
  readonly hungUp: Promise<void>;
}

/** A memory driver and what helpers need of it. */
export interface MemoryDriver extends Driver {
  readonly player: Player;
  readonly turns: MemoryTurn[];
  /** Called after each recorded turn. */
  readonly onTurn: Set<() => void>;
}

export interface MemoryDriverOptions {
  readonly replies: Script;
  readonly model: string;
  readonly capabilities: Partial<Capabilities>;
}

/** A driver that plays a script, and records what it was asked. */
export function memoryDriver({ replies, model, capabilities: switched }: MemoryDriverOptions): MemoryDriver {
  const capabilities = { ...Object.fromEntries(capabilityNames.map((name) => [name, true])), ...switched };
  const player = createPlayer(replies);
  const turns: MemoryTurn[] = [];
  const onTurn = new Set<() => void>();

  /** Records a turn, and gives its reply. */
  const begin = async (kind: MemoryTurn["kind"], request: TurnRequest, signal: AbortSignal): Promise<PlayedReply> => {
    // A call that is aborted right after it was made sends nothing, as over a wire.
    await Promise.resolve();
    signal.throwIfAborted();
    const hungUp = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    turns.push({ kind, at: performance.now(), request: snapshot(request), hungUp });
    for (const notify of onTurn) notify();
    return player.next(request);
  };

  return {
    provider: "memory",
    model,
    capabilities,
    player,
    turns,
    onTurn,

    async turn(request, { signal }) {
      const reply = await begin("generate", request, signal);
      if (reply.stall) await left(signal);
      if (reply.error) throw reply.error;
      if (reply.cut) throw cutError();
      return { ...toTurn(reply), raw: rawOf(reply) };
    },

    async streamTurn(request, { signal }) {
      const reply = await begin("stream", request, signal);
      const silent = reply.text === "" && reply.reasoning === undefined;
      if (reply.stall && silent) await left(signal);
      if (reply.error && silent && !isFaultOfReply(reply.error)) throw reply.error;
      return streamed(reply, signal);
    },

    async countTokens(request) {
      return countInputTokens(request);
    },
  };
}

async function* streamed(reply: PlayedReply, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  for (const text of deltas(reply.reasoning ?? "")) yield { type: "reasoning", text };
  for (const text of deltas(reply.text)) yield { type: "text", text };
  if (reply.stall) await left(signal);
  if (reply.error) throw reply.error;
  if (reply.cut) throw cutError();
  const turn = toTurn(reply);
  for (const call of turn.toolCalls ?? []) yield { type: "tool-call", call };
  yield { type: "turn", turn };
}

/** Some code points each, so that a text of a few words is several deltas; white space and newlines included. */
function deltas(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}

function toTurn({
  text,
  reasoning,
  sources,
  usage,
  finishReason,
  providerFinishReason,
  model,
  ...reply
}: PlayedReply): Turn {
  return {
    text,
    ...(reasoning && { reasoning }),
    toolCalls: reply.toolCalls.map(({ id, name, input, invalidInput }) => ({
      ...(id && { id }),
      name,
      input: input as never,
      ...(invalidInput !== undefined && { invalidInput }),
    })),
    sources,
    finishReason,
    ...(providerFinishReason && { providerFinishReason }),
    usage,
    ...(model && { model }),
  };
}

/** What stands for the provider's reply, where there is no wire: the scripted one. */
function rawOf({ error: _, ...reply }: PlayedReply): unknown {
  return structuredClone(reply);
}

/** What only a reply can have that was begun: over a wire its stream was accepted before it shows. */
function isFaultOfReply({ code }: LLMError): boolean {
  return code === "LLM_STREAM_INTERRUPTED" || code === "LLM_BAD_RESPONSE";
}

/** Waits until the caller leaves; never resolves. */
function left(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function cutError(): LLMError {
  return new LLMError("LLM_STREAM_INTERRUPTED", "memory: the connection was cut, as scripted", { provider: "memory" });
}

function snapshot({ tools, ...request }: TurnRequest): TurnRequest {
  const asData = (value: unknown) =>
    copyJSON(value, "", (place, what) => {
      throw new LLMError("LLM_INVALID_REQUEST", `${place}: JSON cannot carry ${what}`, { provider: "memory" });
    });
  const toolData = tools?.map(({ execute: _, ...tool }) => {
    const { inputValidator: __, ...data } = tool as typeof tool & { inputValidator?: unknown };
    return asData(data);
  });
  return {
    ...(asData(request) as TurnRequest),
    ...(toolData && { tools: toolData as NonNullable<TurnRequest["tools"]> }),
  };
}
