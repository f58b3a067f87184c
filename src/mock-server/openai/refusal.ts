import { jsonReply, type WireReply } from "../wire-reply.js";

/** What OpenAI's error body says: https://platform.openai.com/docs/guides/error-codes */
export interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}

/** Thrown wherever a request breaks a rule; the server sends it as the provider would. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: Partial<ErrorBody> & { readonly message: string }) {
    super(body.message);
    this.status = status;
    this.body = { type: "invalid_request_error", param: null, code: null, ...body };
  }

  toReply(): WireReply {
    return jsonReply(this.status, { error: this.body });
  }
}

/** Refuses a request with 400. */
export function refuse(message: string, param: string | null = null, code: string | null = null): never {
  throw new Refusal(400, { message, param, code });
}
