import { stringifyDigits } from "../generation/index.js";
import {
  createTransport,
  type FetchLike,
  readSome,
  type TransportOptions,
  type TransportResponse,
} from "./transport/index.js";

/** The way to one provider. */
export interface Connection {
  /** Posts JSON. Rejects with an `LLMError` where there was no reply. */
  post(url: string, body: object, signal: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

/** A 2xx, whose body is yet to be read, or anything else. */
export type Reply = { readonly accepted: TransportResponse } | { readonly refused: Refusal };

/** A reply with a status that is not 2xx. */
export interface Refusal {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or what there is of it. */
  readonly text: string;
}

/** How much of an error's body is read, and for how long: what matters most, status and headers, is there already. */
const errorBody = { bytes: 64 * 1024, milliseconds: 2000 };

/** @param headers sent with every request, names in lower case */
export function createConnection(
  options: TransportOptions & { readonly fetch?: FetchLike | undefined },
  headers: Readonly<Record<string, string>>,
): Connection {
  const transport = createTransport(options);
  return {
    async post(url, body, signal) {
      const response = await transport.send({ url, headers, body: stringifyDigits(body), signal });
      const { status } = response;
      if (status >= 200 && status < 300) return { accepted: response };
      return { refused: { status, headers: response.headers, text: await readSome(response, errorBody) } };
    },
    close: () => transport.close(),
  };
}
