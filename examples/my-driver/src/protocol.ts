import { createParser } from "eventsource-parser";
import { type Message, type TurnEvent, type TurnRequest, unsupported } from "touchstone";
import { type AcmeError, toError } from "./errors.js";

/** A reply: whole, with a message, or one piece of a stream, with a delta. */
export interface Reply {
  readonly model?: string;
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null };
    readonly delta?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly error?: AcmeError;
}

/** A request in Acme's words; what is `undefined` is not sent. */
export function toBody({ system, messages, ...request }: TurnRequest, stream: boolean): object {
  return {
    model: request.model,
    messages: [...(system ? [{ role: "system", content: system }] : []), ...messages.map(toMessage)],
    max_completion_tokens: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    seed: request.seed,
    stop: request.stopSequences,
    ...(stream && { stream, stream_options: { include_usage: true } }),
    ...request.providerOptions,
  };
}

function toMessage(message: Message): object {
  // Refused rather than dropped: the model would be asked about a conversation that was another one.
  if (message.role === "tool" || (message.role === "assistant" && message.toolCalls?.length)) {
    throw unsupported("acme", "tool calls in the history");
  }
  return { role: message.role, content: message.content };
}

/** What the events of a stream hold, each as soon as it is there. */
export async function* readEvents({ body }: Response): AsyncGenerator<Reply> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parser.feed(text);
    for (const data of events.splice(0)) {
      // The end, and for some models the only word of it.
      if (data === "[DONE]") return yield { choices: [{ finish_reason: "stop" }] };
      if (data.startsWith("{")) yield JSON.parse(data); // anything else is a ping
    }
  }
}

/** The text of a reply as it comes and, last, its turn. Without an end there is none: it was cut, which createLLM tells. */
export async function* readReplies(replies: Iterable<Reply> | AsyncIterable<Reply>): AsyncGenerator<TurnEvent> {
  let text = "";
  let [model, label, usage]: [string?, string?, Reply["usage"]?] = [];
  for await (const reply of replies) {
    if (reply.error) throw toError(502, reply.error);
    model ??= reply.model;
    usage = reply.usage ?? usage;
    for (const { message, delta = message, finish_reason } of reply.choices ?? []) {
      label ??= finish_reason ?? undefined;
      if (!delta?.content) continue;
      text += delta.content;
      yield { type: "text", text: delta.content };
    }
  }
  if (label === undefined) return;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage ?? {};
  yield { type: "turn", turn: { text, model, providerFinishReason: label, usage: { inputTokens, outputTokens } } };
}
