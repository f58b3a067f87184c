import { bytesOf, type WireExchange, type WireObject, type WireProtocol } from "../exchange.js";

// Clean exchanges, by hand from what each host documents: whatever it adds of its own is no deviation.

export type Exchange = { readonly name: string; readonly exchange: WireExchange };
export type Asked = { readonly model: string } & WireObject;

export const json = { "content-type": "application/json" };
export const sse = { "content-type": "text/event-stream; charset=utf-8" };

export function exchangeOf(
  protocol: WireProtocol,
  kind: "generate" | "stream",
  path: string,
  asked: object,
  body: string,
) {
  return (headers: Readonly<Record<string, string>>): WireExchange => ({
    protocol,
    request: { kind, method: "POST", path, headers: json, body: JSON.stringify(asked) },
    reply: { status: 200, headers, reads: [bytesOf(body)], ending: "complete" },
  });
}

export const chat = "/v1/chat/completions";
export const hello = [{ role: "user", content: "Hello." }];

/** A whole reply with one choice. */
export function whole(name: string, asked: Asked, choice: object, around: object = {}, headers = json): Exchange {
  const choices = [{ index: 0, finish_reason: "stop", ...choice }];
  const base = { id: "chatcmpl-1", object: "chat.completion", created: 1760000000, model: asked.model };
  const body = JSON.stringify({ ...base, choices, usage: plain, ...around });
  return {
    name,
    exchange: exchangeOf("openai", "generate", chat, { messages: hello, ...asked }, body)({ ...json, ...headers }),
  };
}

/** A stream of these chunks, each on the base of all; a string is put into it as it stands. */
export function streamed(
  name: string,
  asked: Asked,
  base: object,
  chunks: readonly (object | string)[],
  headers = sse,
) {
  const around = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1760000000,
    model: asked.model,
    ...base,
  };
  const events = chunks.map((chunk) =>
    typeof chunk === "string" ? chunk : `data: ${JSON.stringify({ ...around, ...chunk })}\n\n`,
  );
  const body = `${events.join("")}data: [DONE]\n\n`;
  const options = { messages: hello, stream: true, stream_options: { include_usage: true }, ...asked };
  return { name, exchange: exchangeOf("openai", "stream", chat, options, body)({ ...sse, ...headers }) };
}

export const delta = (fields: object, choice: object = {}) => ({
  choices: [{ index: 0, delta: fields, finish_reason: null, ...choice }],
});
export const end = (finish_reason = "stop", choice: object = {}) => delta({}, { finish_reason, ...choice });
export const plain = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 };
export const total = (usage: object = plain) => ({ choices: [], usage });

export const tools = ["get_weather", "get_time"].map((name) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
}));
export const call = (name: string, id: string, args = '{"city":"Paris"}', more: object = {}) => ({
  id,
  type: "function",
  function: { name, arguments: args },
  ...more,
});
export const two = [call("get_weather", "call_a1"), call("get_time", "call_b2")];
export const begin = (index: number, name: string, id: string, args = "") =>
  delta({ tool_calls: [{ index, ...call(name, id, args) }] });
export const more = (index: number, args: string, entry: object = {}) =>
  delta({ tool_calls: [{ index, function: { arguments: args }, ...entry }] });

export const schema = {
  type: "object",
  properties: { name: { type: "string" }, area: { type: ["number", "null"] } },
  required: ["name", "area"],
  additionalProperties: false,
};
export const asJSON = { response_format: { type: "json_schema", json_schema: { name: "city", strict: true, schema } } };
export const details = {
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};
export const filters = { hate: { filtered: false, severity: "safe" }, violence: { filtered: false, severity: "safe" } };
export const azure = { "apim-request-id": "1", "x-ms-region": "Sweden Central" };
