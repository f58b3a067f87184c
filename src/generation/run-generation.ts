import {
  type AssistantMessage,
  type Driver,
  LLMError,
  type LLMRequest,
  type LLMResponse,
  type Message,
  type Source,
  type StreamEvent,
  type ToolCall,
  type Turn,
  type TurnContext,
  type TurnEvent,
  type TurnRequest,
  type Usage,
} from "../contract/index.js";
import { createCallIds } from "./call-ids.js";
import type { CheckedTurn } from "./check-turn.js";
import { cutShort } from "./finish-reason.js";
import { saidOfLarge } from "./large-integers.js";
import { normaliseError, notRetryable } from "./normalise-error.js";
import { type ReadTurn, readTurn, takeTurn } from "./read-turn.js";
import { type RetryOptions, withRetries } from "./retry.js";
import { runCalls, type SettledCall, settleInvalid } from "./run-calls.js";
import type { Scope } from "./scope.js";
import { addUsage, withoutCached } from "./usage.js";

/** How one turn is begun: resolves with all of it, or, when the provider has accepted it, with the events that bring it. */
export type OpenTurn = (
  request: TurnRequest,
  context: TurnContext,
) => Promise<{ readonly whole: Turn } | { readonly events: AsyncIterable<TurnEvent> }>;

/**
 * What the loop reports while it runs: first, with no event, that the first turn was accepted; then what a stream yields, as
 * much at once as has come.
 */
export type GenerationEvents = readonly StreamEvent[];

/**
 * The tool loop, the same for `generate` and `stream`: while the model asks for calls and turns are left, deal with the
 * calls and ask again.
 * @param request validated, and nobody else's
 * @returns the response; throws an `LLMError` and nothing else
 */
export async function* runGeneration(
  driver: Driver,
  openTurn: OpenTurn,
  request: LLMRequest,
  scope: Scope,
  retries: RetryOptions,
): AsyncGenerator<GenerationEvents, LLMResponse> {
  const { provider } = driver;
  const takesLarge = saidOfLarge(driver) === "on";
  const blame = { provider, model: request.model ?? driver.model, prefix: "LLM" } as const;
  const toError = (thrown: unknown) => scope.ended ?? normaliseError(thrown, blame);
  const { approve, ...turnRequest } = { ...request, messages: mergedResults(request.messages) };
  const ids = createCallIds(request.messages);
  const appended: Message[] = [];
  const toolCalls: ToolCall[] = [];
  const sources = new Map<string, Source>();
  const progress = { emitted: false };
  let usage: Usage | undefined;

  for (let step = 1; ; step++) {
    const asked: TurnRequest = { ...turnRequest, messages: [...turnRequest.messages, ...appended] };
    let read: ReadTurn;
    try {
      const opened = await withRetries(() => openTurn(asked, { signal: scope.signal, step }), toError, scope, retries);
      if (step === 1) yield [];
      if ("events" in opened) {
        read = yield* readTurn(opened.events, step, { provider, takesLarge }, ids, scope, progress);
      } else {
        progress.emitted = true;
        read = takeTurn(opened.whole, { provider, takesLarge }, ids);
      }
      expectForcedCall(asked, read, provider);
    } catch (thrown) {
      const error = toError(thrown);
      // Once part of the answer is out, trying the whole again would repeat it, and run its tools a second time:
      // https://github.com/BerriAI/litellm/issues/40578
      throw scope.ended ?? (progress.emitted ? notRetryable(error) : error);
    }
    const { turn, calls } = read;
    const ran = cutShort.has(turn.finishReason) || asked.toolChoice === "none" ? [] : calls;
    const used = driver.capabilities?.promptCaching ? turn.usage : withoutCached(turn.usage);
    usage = usage ? addUsage(usage, used) : used;
    for (const source of turn.sources) if (!sources.has(source.url)) sources.set(source.url, source);
    appended.push(assistantMessage(turn, ran));

    const goesOn = ran.length > 0 && step < (request.maxSteps ?? 1);
    const settled = goesOn
      ? await runCalls(ran, request.tools ?? [], approve, scope, takesLarge)
      : ran.flatMap(settledIfInvalid);
    const outcomes = new Map(settled.map(({ call }) => [call.id, call]));
    toolCalls.push(...calls.map((call) => outcomes.get(call.id) ?? call));
    if (settled.length > 0) yield settled.map(({ call }) => ({ type: "tool-result", call, step }) as const);
    if (settled.length > 0) appended.push({ role: "tool", results: settled.map(({ result }) => result) });

    if (!goesOn) {
      return {
        text: turn.text,
        ...(turn.reasoning && { reasoning: turn.reasoning }),
        model: turn.model ?? blame.model,
        provider,
        finishReason: turn.finishReason,
        ...(turn.providerFinishReason && { providerFinishReason: turn.providerFinishReason }),
        usage,
        steps: step,
        toolCalls,
        sources: [...sources.values()],
        messages: appended,
        ...(turn.raw !== undefined && { raw: turn.raw }),
      };
    }
    // A forcing choice holds for the first step only, or the loop could never end.
    if (turnRequest.toolChoice !== "none") delete (turnRequest as { toolChoice?: unknown }).toolChoice;
  }
}

/** At the end of a loop only calls that could never run have a result; the others are the caller's to decide. */
function settledIfInvalid(call: ToolCall): SettledCall[] {
  return call.invalidInput === undefined ? [] : [settleInvalid(call)];
}

function expectForcedCall({ toolChoice }: TurnRequest, { turn, calls }: ReadTurn, provider: string): void {
  if (toolChoice === undefined || toolChoice === "auto" || toolChoice === "none" || cutShort.has(turn.finishReason))
    return;
  const obeyed = toolChoice === "required" ? calls.length > 0 : calls.some((call) => call.name === toolChoice.tool);
  if (obeyed) return;
  const forced = toolChoice === "required" ? "a tool call" : `a call of "${toolChoice.tool}"`;
  throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the request forced ${forced}, and the answer has none`, {
    provider,
  });
}

function assistantMessage(turn: CheckedTurn, calls: readonly ToolCall[]): AssistantMessage {
  return {
    role: "assistant",
    content: turn.text,
    ...(turn.reasoning && { reasoning: turn.reasoning }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ id, name, input }) => ({ id, name, input: structuredClone(input) })),
    }),
    ...(turn.providerState !== undefined && { providerState: turn.providerState }),
  };
}

/** Tool messages in a row become one, its results in call order, so that no driver has to care. */
function mergedResults(messages: readonly Message[]): readonly Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const before = merged.at(-1);
    if (message.role !== "tool" || before?.role !== "tool") merged.push(message);
    else merged[merged.length - 1] = { role: "tool", results: [...before.results, ...message.results] };
  }
  return merged.map((message, i) => {
    const asking = merged[i - 1];
    if (message.role !== "tool" || asking?.role !== "assistant") return message;
    const order = new Map(asking.toolCalls?.map((call, position) => [call.id, position]));
    const results = message.results.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    return { ...message, results };
  });
}
