import { isObject, LLMError, type Turn, type TurnEvent } from "../../contract/index.js";
import { isSuspicious } from "../../generation/index.js";
import type { Answer, Blamed } from "../answer.js";
import { inBandError, isInBandError } from "./errors.js";
import { createPartCollector } from "./parts.js";
import { writeState } from "./provider-state.js";
import { createSourceCollector } from "./sources.js";
import { mergeUsage, readUsage } from "./usage.js";

type Loose = Readonly<Record<string, unknown>>;

/** What is known of the request whose answer is read. */
export interface Asked extends Blamed {
  /** Whether cached tokens are reported. */
  readonly reportsCache: boolean;
}

/**
 * Puts a turn together from `GenerateContentResponse`s: one, the chunks of a stream, or a list of them, as a stream is
 * without `alt=sse` (https://github.com/symfony/ai/pull/1988).
 */
export function createAnswer(asked: Asked): Answer {
  const { provider, model: askedModel, requestId } = asked;
  const fail = (code: "LLM_BAD_RESPONSE" | "LLM_PROVIDER_ERROR" | "LLM_STREAM_INTERRUPTED", what: string): never => {
    throw new LLMError(code, `${provider}: ${what}`, { provider, model: askedModel, requestId });
  };
  const parts = createPartCollector((what) => fail("LLM_BAD_RESPONSE", what), asked.parse);
  const sources = createSourceCollector();
  let usage: Loose | undefined;
  let label: string | undefined;
  let blockReason: string | undefined;
  let model: string | undefined;
  let candidateIndex: number | undefined;
  let answered = false;
  /** Whether the answer has begun, and whether it went on behind a finish reason. */
  let begun = false;
  let wentOn = false;
  let inPieces = false;
  /** What may be the reason why the rest never came. */
  let suspicion: Loose | undefined;

  const takeCandidate = (candidate: Loose, events: TurnEvent[]) => {
    sources.add(candidate);
    const { content } = candidate;
    const before = label;
    const own = named(candidate.finishReason);
    label = own ?? before;
    answered ||= label !== undefined;
    if (content === undefined || content === null) return;
    answered = true;
    if (!isObject(content)) return fail("LLM_BAD_RESPONSE", "the content of the answer is not an object");
    const count = events.length;
    parts.take(content.parts, events);
    if (events.length === count) return;
    wentOn ||= begun && before !== undefined;
    // A STOP before the first word ended nothing.
    if (!begun && before === "STOP") label = own;
    begun = true;
  };

  const takeChunk = (chunk: unknown, event: string | undefined, events: TurnEvent[]) => {
    if (chunk === null) return;
    if (!isObject(chunk)) return fail("LLM_BAD_RESPONSE", "a part of the reply is not a JSON object");
    const isError = isInBandError(chunk, event);
    model ??= named(chunk.modelVersion);
    usage = mergeUsage(usage, chunk.usageMetadata);
    if (isObject(chunk.promptFeedback)) blockReason = named(chunk.promptFeedback.blockReason) ?? blockReason;
    const given = chunk.candidates ?? [];
    if (!isError && !Array.isArray(given))
      return fail("LLM_BAD_RESPONSE", "the candidates of the reply are not a list");
    const candidates: readonly unknown[] = Array.isArray(given) ? given : [];
    if (candidates.length > 0) suspicion = undefined;
    else if (!isObject(chunk.usageMetadata) && isSuspicious(chunk)) suspicion = chunk;
    let taken = false;
    for (const candidate of candidates) {
      // What stands beside an error is told as far as it goes.
      if (isError && !isSound(candidate)) continue;
      if (!isObject(candidate)) return fail("LLM_BAD_RESPONSE", "a candidate of the reply is not an object");
      // An index of 0 is left out on the wire.
      const index = typeof candidate.index === "number" ? candidate.index : 0;
      candidateIndex ??= index;
      // One of them is the answer; a gateway may leave the index out of all.
      if (index !== candidateIndex || taken) continue;
      taken = true;
      takeCandidate(candidate, events);
    }
    if (isError) throw inBandError(chunk, asked);
  };

  return {
    take(chunk, events, event) {
      if (!Array.isArray(chunk)) return takeChunk(chunk, event, events);
      inPieces = true;
      for (const piece of chunk) takeChunk(piece, event, events);
    },

    isFinished() {
      if (blockReason !== undefined) return true;
      // Some write STOP on every chunk, also before the first word; then only the end of the body ends the answer.
      // https://github.com/router-for-me/CLIProxyAPI/issues/5651
      return label !== undefined && !wentOn && (begun || label !== "STOP");
    },

    end(announced) {
      const isBlocked = label === undefined && blockReason !== undefined;
      if (suspicion && label === undefined && !isBlocked) throw inBandError(suspicion, asked);
      if (!answered && !isBlocked) {
        return fail("LLM_PROVIDER_ERROR", "the reply holds no answer: it has no candidates and no block reason");
      }
      if (label === undefined && !isBlocked && !(announced && !inPieces)) {
        return fail("LLM_STREAM_INTERRUPTED", "the reply ended before a finish reason");
      }
      if (parts.hasNamelessCall() && !failedLabels.test(label ?? "")) {
        return fail("LLM_BAD_RESPONSE", "a function call has no name");
      }
      const { text, reasoning, toolCalls, layout } = parts.collected();
      const providerState = writeState(provider, layout);
      const providerFinishReason = label ?? blockReason;
      const { cachedInputTokens, ...counts } = readUsage(usage) ?? {};
      const isCacheTold = asked.reportsCache && cachedInputTokens !== undefined;
      const turn: Turn = {
        text,
        ...(reasoning && { reasoning }),
        ...(toolCalls.length > 0 && { toolCalls }),
        ...(sources.sources().length > 0 && { sources: sources.sources() }),
        ...(isBlocked && { finishReason: "content_filter" }),
        ...(providerFinishReason !== undefined && { providerFinishReason }),
        ...(usage && { usage: { ...counts, ...(isCacheTold && { cachedInputTokens }) } }),
        ...(model !== undefined && { model }),
        ...(providerState !== undefined && { providerState }),
      };
      return [{ type: "turn", turn }];
    },
  };
}

/** Turns that failed or were cut short: what stands there of a call is not meant to run. */
const failedLabels = /^(?:MALFORMED|UNEXPECTED|TOO_MANY|MISSING)_|^MAX_TOKENS$/;

/** Whether a candidate has nothing but text, in the form that the protocol gives it. */
function isSound(candidate: unknown): boolean {
  const parts = isObject(candidate) && isObject(candidate.content) ? candidate.content.parts : undefined;
  return Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part.text === "string");
}

/** A word of an enumeration; an empty one and `…_UNSPECIFIED` say nothing. */
function named(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && !value.endsWith("_UNSPECIFIED") ? value : undefined;
}
