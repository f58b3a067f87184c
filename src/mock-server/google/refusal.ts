import { jsonReply, type WireReply } from "../wire-reply.js";

/** One of the typed objects in an error's `details`: https://cloud.google.com/apis/design/errors#error_details */
export interface ErrorDetail {
  readonly "@type": `type.googleapis.com/google.rpc.${string}`;
  readonly [field: string]: unknown;
}

/** What Google's error body says: https://cloud.google.com/apis/design/errors#http_mapping */
export interface ErrorStatus {
  /** The HTTP status. */
  readonly code: number;
  readonly message: string;
  /** The name of a `google.rpc.Code`. */
  readonly status: string;
  readonly details?: readonly ErrorDetail[];
}

/** Thrown wherever a request breaks a rule; the server sends it as the provider would. */
export class Refusal extends Error {
  readonly error: ErrorStatus;

  constructor(error: ErrorStatus) {
    super(error.message);
    this.error = error;
  }
}

/** Refuses a request with 400. */
export function refuse(message: string, details: readonly ErrorDetail[] = []): never {
  throw new Refusal({
    code: 400,
    message,
    status: "INVALID_ARGUMENT",
    ...(details.length > 0 && { details }),
  });
}

/**
 * An error as a whole reply.
 * @param inArray a stream without `alt=sse` is a JSON array, and so is its error: https://github.com/zerx-lab/zap/issues/28
 */
export function errorReply(error: ErrorStatus, inArray: boolean): WireReply {
  return jsonReply(error.code, inArray ? [{ error }] : { error });
}
