import { createOpenAIServer } from "../server.js";

/** A request that breaks a rule: its fields beside `model` and `messages`, and the message, param and code it gets. */
export type Refused = readonly [
  rule: string,
  sent: Readonly<Record<string, unknown>>,
  message: string,
  param: string | null,
  code: string | null,
];

/** A request that keeps the rules, though it looks close to breaking one. */
export type Accepted = readonly [what: string, sent: Readonly<Record<string, unknown>>];

export const user = { role: "user", content: "Hi" };

/** A tool named `f`. */
export const tool = (over: object = {}) => ({
  type: "function",
  function: { name: "f", parameters: { type: "object", properties: {} }, ...over },
});

/** Posts a chat completion request to a new server. */
export async function post(sent: object) {
  const server = createOpenAIServer();
  const body = JSON.stringify({ model: "m", messages: [user], ...sent });
  const response = await server.fetch(new Request("http://127.0.0.1/v1/chat/completions", { method: "POST", body }));
  const { error } = (await response.json()) as { error?: object };
  return { answer: { status: response.status, ...error }, request: server.requests[0] };
}

/** The whole of the answer that a row expects, but for the message. */
export const refusal = (param: string | null, code: string | null) => ({
  status: 400,
  type: "invalid_request_error",
  param,
  code,
});
