import type { Timeouts } from "../../contract/index.js";

/** One POST of JSON, already serialised. */
export interface TransportRequest {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it at any moment: before it is sent, while it waits, and while the body is read. */
  readonly signal: AbortSignal;
}

/** A reply, whatever its status. Its body is read to the end or closed; otherwise the connection stays taken. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; what came more than once is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. Read once; reading slowly slows the provider down. Rejects with an `LLMError`. */
  readonly body: AsyncIterableIterator<Uint8Array, void>;
  /** Cuts the connection where the body has not ended. Any number of times. */
  close(): void;
}

/** How requests reach the provider. */
export interface Transport {
  /**
   * Resolves with the reply's status and headers. Redirects are not followed.
   * Rejects with an `LLMError`: `LLM_NETWORK_ERROR`, `LLM_TIMEOUT`, `LLM_CANCELLED`, or `LLM_BAD_RESPONSE` where what
   * came is not HTTP.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** What both transports need to know. */
export interface TransportOptions {
  /** Named in errors. */
  readonly provider: string;
  readonly timeouts?: Timeouts | undefined;
  /** The longest body, in bytes, decompressed; a stream's as a whole. */
  readonly maxResponseBytes?: number | undefined;
  /** Credentials that must not stand in any message. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * 64 MiB: more than any answer is long, and little enough that a reply without end is noticed before memory runs out.
 */
export const defaultMaxResponseBytes = 64 * 1024 * 1024;

/** 256 MiB: the largest batch that OpenAI takes, 2,048 texts, comes back as 133 MB of JSON from a model with 3,072 numbers. */
export const maxEmbeddingBytes = 256 * 1024 * 1024;
