import type { Reply } from "../../../contract/index.js";
import type { MockServer } from "../../mock-server.js";
import { createGoogleServer } from "../server.js";

type Sent = Readonly<Record<string, unknown>>;

/** A request that breaks a rule: its fields beside `contents`, the message it gets and the fields it names. */
export type Refused = [rule: string, sent: Sent, message: string, model?: string];

/** A request that keeps the rules, though it looks close to breaking one. */
export type Accepted = [what: string, sent: Sent, model?: string];

export const user = (...parts: unknown[]) => ({ role: "user", parts: parts.length > 0 ? parts : [{ text: "Hi" }] });
export const model = (...parts: unknown[]) => ({ role: "model", parts });
export const call = (name: string, over: object = {}) => ({ functionCall: { name, args: {}, ...over } });
export const told = (name: string, over: object = {}) => ({
  functionResponse: { name, response: { output: 1 }, ...over },
});
export const declare = (...declared: object[]) => ({ tools: [{ functionDeclarations: declared }] });
/** Functions with one parameter, named so. */
export const functions = (...names: string[]) =>
  declare(...names.map((name) => ({ name, parameters: { type: "object", properties: { a: { type: "string" } } } })));

interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
}

/** Posts to a method of a model, by default to `generateContent`. */
export function send(server: MockServer, sent: object | string, method = "generateContent", name = "m") {
  const body = typeof sent === "string" ? sent : JSON.stringify(sent);
  return server.fetch(new Request(`http://127.0.0.1/v1beta/models/${name}:${method}`, { method: "POST", body }));
}

/** Posts a request for content to a new server. */
export async function generate(sent: Sent, name = "m", script: readonly Reply[] = []) {
  const server = createGoogleServer({ script });
  const response = await send(server, { contents: [user()], ...sent }, "generateContent", name);
  return { status: response.status, body: await response.json(), request: server.requests[0] };
}

export async function errorOf(response: Response): Promise<ErrorBody> {
  return ((await response.json()) as { error: ErrorBody }).error;
}
