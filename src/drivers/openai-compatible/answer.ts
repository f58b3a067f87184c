import { isObject, LLMError, type Turn, type TurnEvent, type Usage } from "../../contract/index.js";
import type { Answer, Blamed } from "../answer.js";
import { readContent, readReasoning } from "./content.js";
import { inBandError, isInBandError, isPromptBlock } from "./errors.js";
import { writeState } from "./provider-state.js";
import { createSourceCollector } from "./sources.js";
import { createToolCallCollector } from "./tool-calls.js";
import { readUsage } from "./usage.js";

type Loose = Readonly<Record<string, unknown>>;

/** What is known of the request whose answer is read. */
export interface Asked extends Blamed {
  /** The names of the request's tools. */
  readonly toolNames: readonly string[];
  /** Whether cached tokens are reported. */
  readonly reportsCache: boolean;
}

/** Puts a turn together from chunks, or from one whole `chat.completion`. */
export function createAnswer(asked: Asked): Answer {
  const { provider, model: askedModel } = asked;
  const calls = createToolCallCollector(asked.toolNames);
  const sources = createSourceCollector();
  let text = "";
  let reasoning = "";
  let reasoningField: string | undefined;
  let label: string | undefined;
  let blocked = false;
  let model: string | undefined;
  let usage: Usage | undefined;
  let choiceIndex: unknown;
  let answered = false;
  let announced = 0;
  let isWhole = false;

  const fail = (code: "LLM_BAD_RESPONSE" | "LLM_PROVIDER_ERROR" | "LLM_STREAM_INTERRUPTED", what: string): never => {
    throw new LLMError(code, `${provider}: ${what}`, { provider, model: askedModel, requestId: asked.requestId });
  };

  const say = (events: TurnEvent[], type: "text" | "reasoning", piece: string) => {
    if (piece === "") return;
    if (type === "text") text += piece;
    else reasoning += piece;
    events.push({ type, text: piece });
  };

  /** Announces calls whose arguments are complete, in order, as their end shows: at the next call, or at the finish. */
  const announce = (events: TurnEvent[], upTo: number, isEnd: boolean) => {
    if (announced >= upTo) return;
    const made = calls.calls();
    for (; announced < upTo; announced++) {
      const call = made[announced];
      if (!call || call.invalidInput !== undefined || !(isEnd || calls.isComplete(announced))) return;
      events.push({ type: "tool-call", call });
    }
  };

  const takeMessage = (message: Loose, whole: boolean, events: TurnEvent[]) => {
    // A last chunk may repeat as a message what the deltas have said.
    if (whole && (text !== "" || reasoning !== "" || calls.count > 0)) return;
    const content = readContent(message.content);
    if (!content) return fail("LLM_BAD_RESPONSE", "the content of the answer is neither a string nor a list of parts");
    const thought = readReasoning(message, reasoningField);
    reasoningField ??= thought.reasoningField;
    say(events, "reasoning", thought.reasoning || content.reasoning);
    say(events, "text", content.text);
    if (typeof message.refusal === "string" && message.refusal !== "") {
      blocked = true;
      say(events, "text", message.refusal);
    }
    sources.add(message);
    const entries = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    for (const entry of entries as unknown[]) {
      if (whole) calls.addWhole(entry);
      else calls.add(entry);
    }
    if (isObject(message.function_call)) calls.add({ index: 0, function: message.function_call });
    if (calls.count > 1) announce(events, calls.count - 1, false);
  };

  const takeChoice = (choice: Loose, events: TurnEvent[]) => {
    answered = true;
    usage = readUsage(choice.usage) ?? usage;
    if (isObject(choice.delta)) takeMessage(choice.delta, false, events);
    else if (isObject(choice.message)) {
      isWhole = true;
      takeMessage(choice.message, true, events);
    }
    // An empty one is none: https://github.com/ollama/ollama/issues/4357
    if (typeof choice.finish_reason === "string" && choice.finish_reason !== "") label = choice.finish_reason;
    if (label !== undefined) announce(events, calls.count, true);
  };

  return {
    take(chunk, event) {
      const events: TurnEvent[] = [];
      if (chunk === null) return events;
      if (!isObject(chunk)) return fail("LLM_BAD_RESPONSE", "a part of the reply is not a JSON object");
      if (isInBandError(chunk, event)) {
        if (!isPromptBlock(chunk)) throw inBandError(chunk, asked);
        answered = true;
        blocked = true;
        label ??= "content_filter";
        return events;
      }
      if (!model && typeof chunk.model === "string") model = chunk.model;
      const groq = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined;
      // Running totals: the last one is the sum. https://github.com/open-webui/open-webui/issues/29064
      usage = readUsage(chunk.usage) ?? readUsage(groq) ?? usage;
      sources.add(chunk);
      const choices: readonly unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
      for (const choice of choices) {
        if (!isObject(choice)) return fail("LLM_BAD_RESPONSE", "a choice of the reply is not an object");
        choiceIndex ??= choice.index;
        if (choice.index === choiceIndex || choice.index === undefined || choice.index === null) {
          takeChoice(choice, events);
        }
      }
      return events;
    },

    get finished() {
      return label !== undefined;
    },

    end(isEnd) {
      if (!isEnd && label === undefined) {
        return fail("LLM_STREAM_INTERRUPTED", "the reply ended before a finish reason and before [DONE]");
      }
      if (!answered) return fail("LLM_PROVIDER_ERROR", "the reply holds no answer: it has no choices");
      const events: TurnEvent[] = [];
      const toolCalls = calls.calls();
      const isCut = !isWhole && toolCalls.some((_, i) => !calls.isComplete(i));
      // A proxy can make up the end of a cut stream, so [DONE] alone proves nothing about a call:
      // https://github.com/router-for-me/CLIProxyAPI/pull/6010
      if (label === undefined && isCut) {
        return fail("LLM_STREAM_INTERRUPTED", "the reply ended without a finish reason, in the middle of a tool call");
      }
      if (toolCalls.some((call) => call.name === "")) return fail("LLM_BAD_RESPONSE", "a tool call has no name");
      announce(events, calls.count, true);
      const providerState = writeState(provider, { reasoningField, extraContent: calls.extraContent() });
      const { cachedInputTokens: _, ...uncached } = usage ?? {};
      const turn: Turn = {
        text,
        ...(reasoning && { reasoning }),
        ...(toolCalls.length > 0 && { toolCalls }),
        ...(sources.sources().length > 0 && { sources: sources.sources() }),
        ...(blocked && { finishReason: "content_filter" }),
        ...(label !== undefined && { providerFinishReason: label }),
        ...(usage && { usage: asked.reportsCache ? usage : uncached }),
        ...(model && { model }),
        ...(providerState !== undefined && { providerState }),
      };
      events.push({ type: "turn", turn });
      return events;
    },
  };
}
