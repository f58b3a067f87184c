import {
  type Capabilities,
  type Driver,
  isObject,
  type LLM,
  LLMError,
  type TurnEvent,
  type TurnRequest,
  unsupported,
} from "../../contract/index.js";
import { createLLM, type LLMOptions } from "../../generation/index.js";
import { clientErrorToLLMError } from "../client-error.js";
import type { LangChainChatModel, LangChainModelSource, LangChainSettings } from "./chat-model.js";
import { mergeChunks } from "./merge-chunks.js";
import { toMessages } from "./messages.js";
import { readMessage, readSaid } from "./read-message.js";
import { prepared } from "./runnable.js";

/** What a chat model of LangChain does not say of itself. */
export interface FromLangChainOptions extends LLMOptions {
  /**
   * What differs from the default: `streaming`, `vision`, `promptCaching`, and `tools` and `structuredOutput` where the
   * model has `bindTools()` and `withStructuredOutput()`. It has no `tokenCounting`: LangChain estimates.
   */
  readonly capabilities?: Partial<Capabilities> | undefined;
  /** What must not stand in an error, such as the key that the model was made with; it keeps that to itself. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * A chat model of LangChain as an LLM, so that the suite can judge it.
 *
 * LangChain has no call options for most settings: they stand in the model's constructor. Give a function that makes the
 * model of them, and they are the request's; give a model, and a request with one is refused with `LLM_UNSUPPORTED`.
 * @throws LLMError `LLM_INVALID_CONFIG` for what is no chat model
 */
export function fromLangChain(
  source: LangChainModelSource<LangChainChatModel>,
  options: FromLangChainOptions = {},
): LLM {
  return createLLM(langChainDriver(source, options), options);
}

/** The driver alone; see `fromLangChain`. */
export function langChainDriver(
  source: LangChainModelSource<LangChainChatModel>,
  { capabilities, secrets }: Pick<FromLangChainOptions, "capabilities" | "secrets"> = {},
): Driver {
  const model = typeof source === "function" ? source({}) : source;
  if (!isObject(model) || typeof model.invoke !== "function" || typeof model._llmType !== "function") {
    throw new LLMError(
      "LLM_INVALID_CONFIG",
      "expected a chat model of LangChain, such as new ChatOpenAI({ model }), or a function that makes one",
      { provider: "langchain" },
    );
  }
  const provider = model._llmType();
  const modelName = nameOf(model);

  const modelFor = (request: TurnRequest): LangChainChatModel => {
    const settings = settingsOf(request);
    if (typeof source === "function") return source(settings);
    // Where no effort can be asked for, there is none to switch off.
    const isNothing = (name: string) =>
      callOptionNames.has(name) || (name === "reasoning" && request.reasoning === "off");
    const setting = Object.keys(settings).find((name) => !isNothing(name));
    if (setting !== undefined) throw unsupported(provider, setting);
    return model;
  };
  const callOptions = ({ stopSequences, providerOptions }: TurnRequest, signal: AbortSignal) => ({
    ...(stopSequences?.length && { stop: [...stopSequences] }),
    ...(typeof source !== "function" && providerOptions),
    signal,
  });
  const toError = (thrown: unknown, request: TurnRequest, begun: boolean) =>
    clientErrorToLLMError(thrown, { provider, model: request.model ?? modelName, secrets }, begun);

  return {
    provider,
    model: modelName,
    adapts: "langchain",
    capabilities: {
      streaming: true,
      structuredOutput: typeof model.withStructuredOutput === "function",
      tools: typeof model.bindTools === "function",
      vision: true,
      promptCaching: true,
      ...capabilities,
      tokenCounting: false,
    },

    async turn(request, { signal }) {
      const runnable = prepared(modelFor(request), request, provider);
      try {
        const answer = await runnable.invoke(toMessages(request, provider), callOptions(request, signal));
        return { ...fromAnswer(answer, request, provider), raw: answer };
      } catch (thrown) {
        throw toError(thrown, request, false);
      }
    },

    async streamTurn(request, { signal }) {
      const runnable = prepared(modelFor(request), request, provider);
      try {
        const chunks = await runnable.stream(toMessages(request, provider), callOptions(request, signal));
        return readChunks(chunks, request, provider, (thrown) => toError(thrown, request, true));
      } catch (thrown) {
        throw toError(thrown, request, false);
      }
    },
  };
}

async function* readChunks(
  chunks: AsyncIterable<unknown>,
  request: TurnRequest,
  provider: string,
  toError: (thrown: unknown) => unknown,
): AsyncGenerator<TurnEvent> {
  const messages: unknown[] = [];
  let parsed: unknown;
  try {
    for await (const chunk of chunks) {
      // With a schema, the message and what is made of it come under these names.
      if (request.schema && isObject(chunk) && "parsed" in chunk) parsed = chunk.parsed;
      const message = request.schema && isObject(chunk) && !("content" in chunk) ? chunk.raw : chunk;
      if (!isObject(message)) continue;
      messages.push(message);
      const said = readSaid(message);
      for (const type of ["reasoning", "text"] as const) if (said[type] !== "") yield { type, text: said[type] };
    }
    // Without a chunk there is no answer, and createLLM tells so.
    if (messages.length > 0) yield { type: "turn", turn: readMessage(mergeChunks(messages), provider, parsed) };
  } catch (thrown) {
    throw toError(thrown);
  }
}

function fromAnswer(answer: unknown, { schema }: TurnRequest, provider: string) {
  return schema && isObject(answer) && "raw" in answer
    ? readMessage(answer.raw, provider, answer.parsed)
    : readMessage(answer, provider);
}

function nameOf(model: object): string {
  const { model: name, modelName } = model as { readonly model?: unknown; readonly modelName?: unknown };
  return [name, modelName].find((value): value is string => typeof value === "string" && value !== "") ?? "unknown";
}

/** The settings that a call can bring. */
const callOptionNames: ReadonlySet<string> = new Set(["stopSequences", "providerOptions"]);

function settingsOf(request: TurnRequest): LangChainSettings {
  const { model, maxTokens, temperature, topP, seed, stopSequences, reasoning, providerOptions } = request;
  const all = { model, maxTokens, temperature, topP, seed, stopSequences, reasoning, providerOptions };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
