import { isObject, LLMError, type Turn, type TurnEvent, type Usage } from "../../contract/index.js";
import { createGrowingText, isSuspicious } from "../../generation/index.js";
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
  const fail = (code: "LLM_BAD_RESPONSE" | "LLM_PROVIDER_ERROR" | "LLM_STREAM_INTERRUPTED", what: string): never => {
    throw new LLMError(code, `${provider}: ${what}`, { provider, model: askedModel, requestId: asked.requestId });
  };
  const bad = (what: string): never => fail("LLM_BAD_RESPONSE", what);
  const calls = createToolCallCollector(asked.toolNames, bad, asked.parse);
  const sources = createSourceCollector();
  const said = { text: createGrowingText(), reasoning: createGrowingText() };
  let reasoningField: string | undefined;
  let label: string | undefined;
  let blocked = false;
  let model: string | undefined;
  let usage: Usage | undefined;
  let choiceIndex: number | undefined;
  let answered = false;
  let isWhole = false;
  /** What may be the reason why the rest never came. */
  let suspicion: Loose | undefined;

  // What a chunk brings is put into a list that is handed down: a stream has thousands of chunks with one delta each.
  const say = (type: "text" | "reasoning", piece: string, events: TurnEvent[]) => {
    if (piece === "") return;
    said[type].add(piece);
    events.push({ type, text: piece });
  };

  const listOf = (value: unknown, which: string): readonly unknown[] => {
    if (!isGiven(value)) return [];
    if (isObject(value)) return [value];
    return Array.isArray(value) ? value : bad(`${which} not a list`);
  };

  const takeText = (message: Loose, whole: boolean, events: TurnEvent[]) => {
    const content =
      readContent(message.content) ?? bad("the content of the answer is neither a string nor a list of parts");
    const thought = readReasoning(message, reasoningField);
    reasoningField ??= thought.reasoningField;
    const refusal = typeof message.refusal === "string" ? message.refusal : "";
    if (refusal !== "") blocked = true;
    const reasoning = thought.reasoning || content.reasoning;
    const text = content.text + refusal;
    say("reasoning", whole ? beyond(said.reasoning.text(), reasoning) : reasoning, events);
    say("text", whole ? beyond(said.text.text(), text) : text, events);
  };

  const takeCalls = (message: Loose, whole: boolean) => {
    const { tool_calls: list, function_call: only } = message;
    if (!isGiven(list) && !isObject(only)) return;
    // A piece of a call that is left out would leave a hole in its arguments, and they may be JSON all the same.
    const entries = [...listOf(list, "the tool calls of the answer are")];
    if (entries.some((entry) => isGiven(entry) && !isObject(entry))) bad("a tool call of the answer is not an object");
    if (isObject(only)) entries.push({ index: 0, function: only });
    if (whole) calls.addMessage(entries);
    else calls.addDeltas(entries);
  };

  const takeMessage = (message: Loose, whole: boolean, events: TurnEvent[]) => {
    answered = true;
    takeText(message, whole, events);
    sources.add(message);
    takeCalls(message, whole);
  };

  const takeChoice = (choice: Loose, events: TurnEvent[]) => {
    usage = readUsage(choice.usage) ?? usage;
    const { delta, message, finish_reason: reason } = choice;
    const isDelta = isObject(delta);
    const isMessage = isObject(message);
    if (isDelta) takeMessage(delta, false, events);
    if (isMessage) takeMessage(message, true, events);
    if (isDelta || isMessage) isWhole = !isDelta;
    else if (isGiven(delta) || isGiven(message)) bad("a message of the reply is not an object");
    else if (typeof choice.text === "string") bad("the reply is a text completion, not a chat completion");
    // An empty one is none: https://github.com/ollama/ollama/issues/4357
    if (typeof reason === "string" && reason !== "") {
      label = reason;
      answered = true;
    }
    announce(label === undefined ? "more may come" : "finished", events);
  };

  const announce = (when: Parameters<typeof calls.announce>[0], events: TurnEvent[]) => {
    for (const call of calls.announce(when)) events.push({ type: "tool-call", call });
  };

  const takeChunk = (chunk: Loose, events: TurnEvent[]) => {
    if (!model && typeof chunk.model === "string") model = chunk.model;
    const groq = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined;
    // Running totals: the last one is the sum. https://github.com/open-webui/open-webui/issues/29064
    const counted = readUsage(chunk.usage) ?? readUsage(groq);
    usage = counted ?? usage;
    sources.add(chunk);
    let isChosen = false;
    for (const choice of listOf(chunk.choices, "the choices of the reply are")) {
      if (!isObject(choice)) return bad("a choice of the reply is not an object");
      const index = typeof choice.index === "number" ? choice.index : undefined;
      choiceIndex ??= index;
      if (index !== undefined && index !== choiceIndex) continue;
      isChosen = true;
      takeChoice(choice, events);
    }
    if (isChosen) suspicion = undefined;
    else if (!counted && isSuspicious(chunk)) suspicion = chunk;
  };

  /** The text beside an error, whatever else is wrong there; then the error, unless it says that the prompt was blocked. */
  const takeError = (chunk: Loose, events: TurnEvent[]) => {
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    const message = isObject(choice) ? (choice.delta ?? choice.message) : undefined;
    if (isObject(message) && readContent(message.content)) takeText(message, false, events);
    if (!isPromptBlock(chunk)) throw inBandError(chunk, asked);
    answered = true;
    blocked = true;
    label ??= "content_filter";
  };

  return {
    take(chunk, events, event) {
      if (chunk === null) return;
      const first: unknown = Array.isArray(chunk) ? chunk[0] : chunk;
      if (isObject(first) && isInBandError(first, event)) return takeError(first, events);
      if (!isObject(chunk)) return bad("a part of the reply is not a JSON object");
      takeChunk(chunk, events);
    },

    isFinished: () => label !== undefined,

    end(isEnd) {
      if (suspicion && label === undefined) throw inBandError(suspicion, asked);
      if (!answered) return fail("LLM_PROVIDER_ERROR", "the reply holds no answer: it has no message");
      if (!isEnd && label === undefined) {
        return fail("LLM_STREAM_INTERRUPTED", "the reply ended before a finish reason and before [DONE]");
      }
      // A proxy can make up the end of a cut stream, so [DONE] alone proves nothing about a call:
      // https://github.com/router-for-me/CLIProxyAPI/pull/6010
      if (label === undefined && !isWhole && calls.isCut()) {
        return fail("LLM_STREAM_INTERRUPTED", "the reply ended without a finish reason, in the middle of a tool call");
      }
      const toolCalls = calls.calls();
      if (toolCalls.some((call) => call.name === "")) return bad("a tool call has no name");
      const providerState = writeState(provider, { reasoningField, extraContent: calls.extraContent() });
      const { cachedInputTokens: _, ...uncached } = usage ?? {};
      const reasoning = said.reasoning.text();
      const turn: Turn = {
        text: said.text.text(),
        ...(reasoning && { reasoning }),
        ...(toolCalls.length > 0 && { toolCalls }),
        ...(sources.sources().length > 0 && { sources: sources.sources() }),
        ...(blocked && { finishReason: "content_filter" }),
        ...(label !== undefined && { providerFinishReason: label }),
        ...(usage && { usage: asked.reportsCache ? usage : uncached }),
        ...(model && { model }),
        ...(providerState !== undefined && { providerState }),
      };
      const events: TurnEvent[] = [];
      announce("at the end", events);
      return [...events, { type: "turn", turn }];
    },
  };
}

/** What a whole message says beyond what deltas have said; it may repeat them, or a cleaned form of them. */
function beyond(before: string, whole: string): string {
  return whole.startsWith(before) ? whole.slice(before.length) : "";
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
