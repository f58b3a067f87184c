import OpenAI from "openai";
import type { ChatCompletion, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import {
  type Driver,
  type JSONValue,
  LLMError,
  type Message,
  type Part,
  type Turn,
  type TurnRequest,
  unsupported,
} from "touchstone";
import type { WireStageOptions } from "touchstone/suite";
import { clientErrorToLLMError } from "../src/adapters/client-error.js";

// A thin driver over OpenAI's own SDK: what it has for streams and their assembly is used as it is.

export function openAISDK({ baseURL, apiKey, model, timeouts }: WireStageOptions): Driver {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, timeout: timeouts.total ?? timeouts.headers ?? 120_000 });
  const blamed = { provider: "openai", model, secrets: [apiKey] };
  return {
    provider: "openai",
    model,
    adapts: "openai",
    capabilities: {
      streaming: true,
      structuredOutput: true,
      tools: true,
      vision: true,
      reasoning: true,
      promptCaching: true,
    },

    async turn(request, { signal }) {
      try {
        return toTurn(await client.chat.completions.create({ ...toBody(request, model), stream: false }, { signal }));
      } catch (thrown) {
        throw clientErrorToLLMError(thrown, blamed, false);
      }
    },

    async streamTurn(request, { signal }) {
      const body = { ...toBody(request, model), stream: true as const, stream_options: { include_usage: true } };
      const stream = client.chat.completions.stream(body, { signal });
      // At once: the SDK tells nobody of chunks that came before.
      const chunks = stream[Symbol.asyncIterator]();
      try {
        await stream.emitted("connect");
      } catch (thrown) {
        throw clientErrorToLLMError(thrown, blamed, false);
      }
      return (async function* () {
        try {
          let reasoning = "";
          for await (const { choices } of { [Symbol.asyncIterator]: () => chunks }) {
            const { content, ...others } = choices[0]?.delta ?? {};
            const thought = reasoningIn(others);
            reasoning += thought;
            if (thought !== "") yield { type: "reasoning" as const, text: thought };
            if (content) yield { type: "text" as const, text: content };
          }
          const turn = toTurn(await stream.finalChatCompletion());
          yield { type: "turn" as const, turn: { ...turn, ...(reasoning !== "" && { reasoning }) } };
        } catch (thrown) {
          throw clientErrorToLLMError(endOf(thrown), blamed, true);
        } finally {
          stream.abort();
        }
      })();
    },
  };
}

/** What the SDK says of a stream that ended too early, in the contract's words. */
function endOf(thrown: unknown): unknown {
  const { message } = thrown as Error;
  if (message.startsWith("missing finish_reason")) return new LLMError("LLM_STREAM_INTERRUPTED", `openai: ${message}`);
  return message.endsWith("without sending any chunks")
    ? new LLMError("LLM_PROVIDER_ERROR", `openai: ${message}`)
    : thrown;
}

/** What servers add to OpenAI's messages; the SDK hands it on. */
function reasoningIn(message: object): string {
  const { reasoning_content: own, reasoning } = message as { reasoning_content?: unknown; reasoning?: unknown };
  const told = own ?? reasoning;
  return typeof told === "string" ? told : "";
}

type Body = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "stream">;

function toBody(request: TurnRequest, own: string): Body {
  const { model = own, system, messages, maxTokens, temperature, topP, seed, stopSequences, reasoning } = request;
  const { schema, tools = [], toolChoice, providerOptions } = request;
  const body = {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system } as const]),
      ...messages.flatMap(toMessages),
    ],
    max_completion_tokens: maxTokens,
    temperature,
    top_p: topP,
    seed,
    stop: stopSequences?.length ? stopSequences : undefined,
    reasoning_effort: reasoning && efforts[reasoning],
    response_format: schema && {
      type: "json_schema",
      json_schema: { name: schema.name, schema: schema.schema, strict: schema.strict ?? null },
    },
    tools: tools.length > 0 ? tools.map(toTool) : undefined,
    tool_choice:
      typeof toolChoice === "object" ? { type: "function", function: { name: toolChoice.tool } } : toolChoice,
    ...providerOptions,
  };
  return body as Body;
}

const efforts = { off: "none", low: "low", medium: "medium", high: "high", max: "xhigh" } as const;

function toTool(tool: NonNullable<TurnRequest["tools"]>[number]): object {
  if (tool.providerType !== undefined) throw unsupported("openai", `the tool ${tool.providerType}`);
  const { name, description, inputSchema } = tool;
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function toMessages(message: Message): readonly ChatCompletionMessageParam[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: toContent(message.content) }] as ChatCompletionMessageParam[];
    case "assistant": {
      const calls = message.toolCalls?.map(({ id, name, input }) => ({
        id,
        type: "function" as const,
        function: { name, arguments: JSON.stringify(input) },
      }));
      return [
        { role: "assistant", content: toContent(message.content), ...(calls?.length && { tool_calls: calls }) },
      ] as ChatCompletionMessageParam[];
    }
    case "tool":
      return message.results.map(({ id, output }) => ({
        role: "tool",
        tool_call_id: id,
        content: typeof output === "string" ? output : JSON.stringify(output),
      }));
  }
}

function toContent(content: Message extends infer M ? (M extends { content: infer C } ? C : never) : never): unknown {
  return typeof content === "string" ? content : content.map(toPart);
}

function toPart(part: Part): object {
  if (part.type === "text") return { type: "text", text: part.text };
  const { type, url, data, mediaType, filename, detail } = part;
  const address = url ?? `data:${mediaType};base64,${data}`;
  if (type === "image") return { type: "image_url", image_url: { url: address, ...(detail && { detail }) } };
  if (url !== undefined) throw unsupported("openai", "a file by url");
  return { type: "file", file: { filename: filename ?? "file", file_data: address } };
}

function toTurn(completion: ChatCompletion): Turn {
  const { choices, usage, model } = completion;
  const choice = choices[0];
  const message = choice?.message;
  return {
    text: message?.content ?? message?.refusal ?? "",
    ...(message && reasoningIn(message) !== "" && { reasoning: reasoningIn(message) }),
    ...(message?.refusal && { finishReason: "content_filter" }),
    toolCalls: (message?.tool_calls ?? []).map((call) => {
      const { name, arguments: text } = call.type === "function" ? call.function : { name: "", arguments: "" };
      return { id: call.id, name, ...parsed(text) };
    }),
    ...(choice?.finish_reason && { providerFinishReason: choice.finish_reason }),
    usage: {
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
      cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens,
      reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens,
    },
    model,
    raw: completion,
  };
}

function parsed(text: string): { input: JSONValue; invalidInput?: string } {
  try {
    return { input: text === "" ? {} : (JSON.parse(text) as JSONValue) };
  } catch {
    return { input: {}, invalidInput: text };
  }
}
