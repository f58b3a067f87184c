import { type Content, type GenerateContentParameters, type GenerateContentResponse, GoogleGenAI } from "@google/genai";
import {
  type Driver,
  type JSONValue,
  type Message,
  type Part,
  type Turn,
  type TurnEvent,
  type TurnRequest,
  type TurnToolCall,
  unsupported,
} from "touchstone";
import type { WireStageOptions } from "touchstone/suite";
import { clientErrorToLLMError } from "../src/adapters/client-error.js";

// A thin driver over Google's own SDK, which gives a stream as replies in pieces: they are put together here.

const provider = "google";

export function googleSDK({ baseURL, apiKey, model, timeouts }: WireStageOptions): Driver {
  const client = new GoogleGenAI({
    apiKey,
    httpOptions: { baseUrl: new URL(baseURL).origin, timeout: timeouts.total ?? timeouts.headers ?? 120_000 },
  });
  const blamed = { provider, model, secrets: [apiKey] };
  return {
    provider,
    model,
    adapts: "@google/genai",
    capabilities: {
      streaming: true,
      structuredOutput: true,
      tools: true,
      vision: true,
      reasoning: true,
      promptCaching: true,
      sources: true,
      tokenCounting: false,
    },

    async turn(request, { signal }) {
      try {
        const response = await client.models.generateContent(toParameters(request, model, signal));
        return { ...toTurn([response]), raw: response };
      } catch (thrown) {
        throw clientErrorToLLMError(thrown, blamed, false);
      }
    },

    async streamTurn(request, { signal }) {
      try {
        const responses = await client.models.generateContentStream(toParameters(request, model, signal));
        return readPieces(responses, (thrown) => clientErrorToLLMError(thrown, blamed, true));
      } catch (thrown) {
        throw clientErrorToLLMError(thrown, blamed, false);
      }
    },
  };
}

async function* readPieces(
  responses: AsyncIterable<GenerateContentResponse>,
  toError: (thrown: unknown) => unknown,
): AsyncGenerator<TurnEvent> {
  const all: GenerateContentResponse[] = [];
  try {
    for await (const response of responses) {
      all.push(response);
      for (const { text, thought } of partsOf(response)) if (text) yield { type: thought ? "reasoning" : "text", text };
    }
    if (all.length > 0) yield { type: "turn", turn: toTurn(all) };
  } catch (thrown) {
    throw toError(thrown);
  }
}

const partsOf = ({ candidates }: GenerateContentResponse) => candidates?.[0]?.content?.parts ?? [];

function toParameters(request: TurnRequest, own: string, abortSignal: AbortSignal): GenerateContentParameters {
  const { model = own, system, messages, maxTokens, temperature, topP, seed, stopSequences, reasoning } = request;
  const { schema, tools = [], toolChoice, providerOptions } = request;
  if (reasoning === "off") throw unsupported(provider, 'reasoning "off"');
  const local = tools.flatMap((tool) => (tool.providerType === undefined ? [tool] : []));
  const config = {
    systemInstruction: system,
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    seed,
    stopSequences: stopSequences?.length ? [...stopSequences] : undefined,
    thinkingConfig: reasoning && {
      includeThoughts: true,
      thinkingLevel: (reasoning === "max" ? "high" : reasoning).toUpperCase(),
    },
    responseMimeType: schema && "application/json",
    responseJsonSchema: schema?.schema,
    tools: tools.length > 0 ? toTools(tools) : undefined,
    toolConfig:
      local.length > 0 && toolChoice !== undefined ? { functionCallingConfig: calling(toolChoice) } : undefined,
    abortSignal,
    httpOptions: providerOptions && { extraBody: providerOptions },
  };
  const known = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  return { model, contents: toContents(messages), config: known };
}

function toTools(tools: NonNullable<TurnRequest["tools"]>): object[] {
  const declarations = tools.flatMap((tool) =>
    tool.providerType === undefined
      ? [{ name: tool.name, description: tool.description, parametersJsonSchema: tool.inputSchema }]
      : [],
  );
  const own = tools.flatMap((tool) => {
    if (tool.providerType === undefined) return [];
    if (tool.providerType !== "google_search") throw unsupported(provider, `the tool ${tool.providerType}`);
    return [{ googleSearch: tool.options ?? {} }];
  });
  return [...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : []), ...own];
}

function calling(choice: NonNullable<TurnRequest["toolChoice"]>): object {
  if (typeof choice === "object") return { mode: "ANY", allowedFunctionNames: [choice.tool] };
  return { mode: choice === "required" ? "ANY" : choice.toUpperCase() };
}

/** What the model gave goes back as it came, thought signatures among it; so do its ids, and no others. */
function toContents(messages: readonly Message[]): Content[] {
  const idOf = new Map<string, string | undefined>();
  return messages.flatMap((message): Content[] => {
    if (message.role === "user") return [{ role: "user", parts: partsIn(message.content).map(toPart) }];
    if (message.role === "tool") {
      const parts = message.results.map(({ id, name, output, isError }) => ({
        functionResponse: {
          ...withId(idOf.has(id) ? idOf.get(id) : id),
          name,
          response: isError ? { error: output } : wrapped(output),
        },
      }));
      return [{ role: "user", parts }];
    }
    const { content, toolCalls = [], providerState } = message;
    const own = (providerState as { readonly [provider]?: { readonly parts: GooglePart[] } } | undefined)?.[provider];
    const calls = own?.parts.flatMap(({ functionCall }) => functionCall ?? []) ?? [];
    if (own && calls.length === toolCalls.length) {
      for (const [i, { id }] of toolCalls.entries()) idOf.set(id, calls[i]?.id);
      return [{ role: "model", parts: own.parts }];
    }
    const parts = [
      ...partsIn(content).map(toPart),
      ...toolCalls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
    ];
    return parts.length > 0 ? [{ role: "model", parts } as Content] : [];
  });
}

type GooglePart = NonNullable<Content["parts"]>[number];

const withId = (id: string | undefined) => (id === undefined ? {} : { id });

const wrapped = (output: unknown) =>
  (typeof output === "object" && output !== null && !Array.isArray(output) ? output : { output }) as Record<
    string,
    unknown
  >;

const partsIn = (content: string | readonly Part[]): readonly Part[] =>
  typeof content !== "string" ? content : content === "" ? [] : [{ type: "text", text: content }];

function toPart(part: Part): object {
  if (part.type === "text") return { text: part.text };
  const { data, url, mediaType, filename, detail } = part;
  if (detail !== undefined) throw unsupported(provider, "detail");
  if (url !== undefined) return { fileData: { fileUri: url, mimeType: mediaType } };
  return { inlineData: { data, mimeType: mediaType, displayName: filename } };
}

/** A turn of one reply, or of its pieces. */
function toTurn(responses: readonly GenerateContentResponse[]): Turn {
  const parts = responses.flatMap(partsOf);
  const last = responses.at(-1);
  const candidates = responses.flatMap(({ candidates }) => candidates?.[0] ?? []);
  const blocked = responses.find(({ promptFeedback }) => promptFeedback?.blockReason)?.promptFeedback?.blockReason;
  const label = candidates.findLast(({ finishReason }) => finishReason)?.finishReason ?? blocked;
  const usage = responses.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  const said = (thoughts: boolean) =>
    parts.flatMap(({ text, thought }) => (Boolean(thought) === thoughts ? [text ?? ""] : [])).join("");
  const { candidatesTokenCount: answer, thoughtsTokenCount: thoughts } = usage ?? {};
  const state = stateOf(parts);
  const calls = parts.flatMap(({ functionCall }): TurnToolCall[] =>
    functionCall?.name
      ? [{ id: functionCall.id, name: functionCall.name, input: (functionCall.args ?? {}) as JSONValue }]
      : [],
  );
  return {
    text: said(false),
    ...(said(true) !== "" && { reasoning: said(true) }),
    toolCalls: calls,
    sources: candidates
      .flatMap(({ groundingMetadata }) => groundingMetadata?.groundingChunks ?? [])
      .flatMap(({ web, retrievedContext, maps }) => web ?? retrievedContext ?? maps ?? [])
      .flatMap(({ uri, title }) => (uri ? [{ type: "url", url: uri, title }] : [])),
    ...(blocked && { finishReason: "content_filter" }),
    ...(label && { providerFinishReason: label }),
    usage: {
      inputTokens: usage?.promptTokenCount,
      outputTokens: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
      cachedInputTokens: usage?.cachedContentTokenCount,
      reasoningTokens: thoughts,
    },
    ...(last?.modelVersion && { model: last.modelVersion }),
    ...(state && { providerState: { [provider]: { parts: state } } }),
  };
}

/** The parts, pieces of one text joined; undefined where text alone says all there is. */
function stateOf(parts: readonly GooglePart[]): GooglePart[] | undefined {
  const joined: GooglePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isMore =
      isText(part) && last !== undefined && isText(last) && Boolean(last.thought) === Boolean(part.thought);
    if (isMore) joined[joined.length - 1] = { ...last, text: `${last.text}${part.text}` };
    else if (!isText(part) || part.text !== "") joined.push(part);
  }
  const isPlain = joined.every(isText);
  return isPlain ? undefined : (JSON.parse(JSON.stringify(joined)) as GooglePart[]);
}

const isText = ({ text, thoughtSignature }: GooglePart) => text !== undefined && thoughtSignature === undefined;
