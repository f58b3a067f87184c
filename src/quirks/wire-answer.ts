import { objectsOf } from "./events.js";
import { isWireObject, type WireExchange, type WireObject } from "./exchange.js";
import { candidatesIn, callsIn as functionCallsIn, isAnswer } from "./google/candidates.js";
import { isFilled, textsIn as partsOfText } from "./google/said.js";
import { finishReasonsIn, textsIn, usageIn } from "./openai/answers.js";
import { callsIn } from "./openai/calls.js";

/** What a reply to a turn that was accepted says, in either protocol. */
export interface WireAnswer {
  /** All of its text, joined. */
  readonly text: string;
  /** Its calls; `arguments` is text as it came, and absent where the protocol has an object there. */
  readonly calls: readonly { readonly name: string; readonly arguments?: string }[];
  /** In order, as they stand. */
  readonly finishReasons: readonly string[];
  /** Whether it ended where its tokens did. */
  readonly isCut: boolean;
  /** How many tokens the endpoint says it took to write; absent where it says nothing. */
  readonly outputTokens?: number;
  /** How many of them nobody sees. */
  readonly hiddenTokens: number;
}

/** @returns undefined for what is no such reply */
export function answerOf(exchange: WireExchange): WireAnswer | undefined {
  if (!isAnswer(exchange)) return undefined;
  const { finishReasons, usage, ...said } = exchange.protocol === "openai" ? ofChat(exchange) : ofGoogle(exchange);
  const isCut = finishReasons.some((reason) => reason === "length" || reason === "MAX_TOKENS");
  return { ...said, finishReasons, isCut, ...usage };
}

function ofChat(exchange: WireExchange) {
  const usage = usageIn(exchange);
  const details = isWireObject(usage?.completion_tokens_details) ? usage.completion_tokens_details : {};
  return {
    text: textsIn(exchange).join(""),
    calls: callsIn(exchange).map(({ name, arguments: args }) => ({ name, arguments: args })),
    finishReasons: finishReasonsIn(exchange),
    usage: counts(usage?.completion_tokens, details.reasoning_tokens),
  };
}

function ofGoogle(exchange: WireExchange) {
  const objects = objectsOf(exchange);
  const usage: WireObject = objects.map(({ usageMetadata }) => usageMetadata).findLast(isWireObject) ?? {};
  const { candidatesTokenCount: written, thoughtsTokenCount: thought } = usage;
  return {
    text: partsOfText(exchange).join(""),
    calls: functionCallsIn(exchange).map(({ name }) => ({ name: String(name) })),
    finishReasons: objects
      .flatMap(candidatesIn)
      .map(({ finishReason }) => finishReason)
      .filter(isFilled),
    // Thoughts stand beside the answer there, and within it at OpenAI.
    usage: counts(isCount(written) || isCount(thought) ? countOf(written) + countOf(thought) : undefined, thought),
  };
}

const counts = (all: unknown, hidden: unknown) => ({
  ...(isCount(all) && { outputTokens: all }),
  hiddenTokens: countOf(hidden),
});

const countOf = (value: unknown): number => (isCount(value) ? value : 0);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
