import type { LLMError } from "../contract/index.js";
import {
  createTransport,
  type FetchLike,
  readText,
  type TransportOptions,
  type TransportResponse,
} from "./transport/index.js";

/** The way to one provider. */
export interface Connection {
  /**
   * Posts JSON.
   * @param toError makes an error of a status that is not 2xx
   * @returns a 2xx reply. Rejects with an `LLMError`.
   */
  post(url: string, body: object, signal: AbortSignal, toError: ToError): Promise<TransportResponse>;
  close(): Promise<void>;
}

/** @param text the body, or the beginning of it */
export type ToError = (status: number, headers: Readonly<Record<string, string>>, text: string) => LLMError;

/** How much of an error's body is read. */
const errorBytes = 64 * 1024;

/** @param headers sent with every request, names in lower case */
export function createConnection(
  options: TransportOptions & { readonly fetch?: FetchLike | undefined },
  headers: Readonly<Record<string, string>>,
): Connection {
  const transport = createTransport(options);
  return {
    async post(url, body, signal, toError) {
      const response = await transport.send({ url, headers, body: JSON.stringify(body), signal });
      const { status } = response;
      if (status >= 200 && status < 300) return response;
      throw toError(status, response.headers, await readText(response, errorBytes));
    },
    close: () => transport.close(),
  };
}
