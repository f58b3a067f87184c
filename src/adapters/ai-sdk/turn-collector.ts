import {
  type FinishReason,
  isObject,
  LLMError,
  type Source,
  type Turn,
  type TurnToolCall,
  type Usage,
  unsupported,
} from "../../contract/index.js";
import { createGrowingText } from "../../generation/index.js";
import { readInput } from "../tool-input.js";
import { type PartLayout, writeState } from "./provider-state.js";

type Loose = Readonly<Record<string, unknown>>;

/** Puts a turn together from the parts that a model gives, whole ones or those of a stream. */
export interface TurnCollector {
  /** Says more of a part; parts are told apart by their id. */
  say(kind: "text" | "reasoning", id: unknown, piece: string): void;
  /** What a part wants back on replay, which may come at its start or at its end. */
  remember(kind: "text" | "reasoning", id: unknown, metadata: unknown): void;
  /** @returns undefined for a call that the provider runs itself */
  call(part: Loose): TurnToolCall | undefined;
  source(part: Loose): void;
  model(id: unknown): void;
  /** @param end what has `finishReason` and `usage` */
  turn(end: Loose): Turn;
}

interface Layout {
  readonly kind: PartLayout["kind"];
  readonly id: unknown;
  length: number;
  metadata?: object;
}

export function createTurnCollector(provider: string): TurnCollector {
  const text = createGrowingText();
  const reasoning = createGrowingText();
  const layouts: Layout[] = [];
  const calls: TurnToolCall[] = [];
  const sources: Source[] = [];
  let model: string | undefined;

  const layoutOf = (kind: "text" | "reasoning", id: unknown): Layout => {
    const known = layouts.findLast((layout) => layout.kind === kind && layout.id === id);
    if (known) return known;
    const layout: Layout = { kind, id, length: 0 };
    layouts.push(layout);
    return layout;
  };

  return {
    say(kind, id, piece) {
      (kind === "text" ? text : reasoning).add(piece);
      layoutOf(kind, id).length += piece.length;
    },
    remember(kind, id, metadata) {
      if (isObject(metadata)) layoutOf(kind, id).metadata = metadata;
    },
    call(part) {
      if (part.providerExecuted === true) return undefined;
      const { toolCallId: id, toolName: name, input, providerMetadata } = part;
      const call = {
        ...(typeof id === "string" && { id }),
        name: name as string,
        ...(typeof input === "string" ? readInput(input) : { input: input as TurnToolCall["input"] }),
      };
      calls.push(call);
      layouts.push({ kind: "call", id, length: 0, ...(isObject(providerMetadata) && { metadata: providerMetadata }) });
      return call;
    },
    source({ sourceType, url, title }) {
      // Without its id: models make that up, anew for each reply.
      if (sourceType === "url" && typeof url === "string")
        sources.push({ type: "url", url, ...(typeof title === "string" && { title }) });
    },
    model(id) {
      if (typeof id === "string" && id !== "") model = id;
    },
    turn({ finishReason, usage }) {
      const { unified, raw }: Loose = isObject(finishReason) ? finishReason : {};
      if (unified === "interrupted") {
        throw new LLMError("LLM_STREAM_INTERRUPTED", `${provider}: the stream ended without a sign of its end`, {
          provider,
        });
      }
      const state = writeState(provider, layouts.map(toLayout));
      return {
        text: text.text(),
        ...(reasoning.text() && { reasoning: reasoning.text() }),
        toolCalls: calls,
        sources,
        finishReason: reasons[String(unified)] ?? "other",
        ...(typeof raw === "string" && { providerFinishReason: raw }),
        usage: readUsage(usage),
        ...(model !== undefined && { model }),
        ...(state !== undefined && { providerState: state }),
      };
    },
  };
}

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "content_filter",
  "tool-calls": "tool_use",
  error: "error",
};

function toLayout({ kind, length, metadata }: Layout): PartLayout {
  const back = metadata && { metadata };
  return kind === "call" ? { kind, ...back } : { kind, length, ...back };
}

/** What is no number is unknown; createLLM drops it. */
function readUsage(usage: unknown): Usage {
  const { inputTokens, outputTokens }: Loose = isObject(usage) ? usage : {};
  const input: Loose = isObject(inputTokens) ? inputTokens : {};
  const output: Loose = isObject(outputTokens) ? outputTokens : {};
  return {
    inputTokens: input.total as number | undefined,
    outputTokens: output.total as number | undefined,
    cachedInputTokens: input.cacheRead as number | undefined,
    reasoningTokens: output.reasoning as number | undefined,
  };
}

/**
 * A setting that the model calls unsupported was dropped: what the caller gets is not what was asked for, and the
 * contract has a word for that.
 * @throws LLMError `LLM_UNSUPPORTED`
 */
export function refuseWarnings(warnings: unknown, provider: string): void {
  if (!Array.isArray(warnings)) return;
  const dropped: unknown = warnings.find((warning) => isObject(warning) && warning.type === "unsupported");
  if (!isObject(dropped)) return;
  const { feature, details } = dropped;
  const { message } = unsupported(provider, String(feature));
  const why = typeof details === "string" ? `: ${details}` : "";
  throw new LLMError("LLM_UNSUPPORTED", `${message} (a warning of the model's${why})`, { provider });
}
