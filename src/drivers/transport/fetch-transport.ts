import { failureBeforeHeaders } from "./failure.js";
import { createLifetime } from "./lifetime.js";
import { bounded, readBody, unfinished } from "./read-body.js";
import type { Transport, TransportOptions } from "./transport.js";

/**
 * As much of `fetch` as is needed. The global one, undici's and any that has the same shape fit.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: "POST";
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  redirect: "manual";
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(visit: (value: string, name: string) => void): void };
  readonly body: { getReader(): FetchBodyReader } | null;
}

export interface FetchBodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<unknown>;
}

/**
 * A transport over a caller's `fetch`, for proxies, other runtimes and interception. It connects as that `fetch` does,
 * which does not tell when it is connected: `timeouts.headers` counts from the call, the connection included.
 */
export function createFetchTransport(fetch: FetchLike, options: TransportOptions): Transport {
  const { provider, timeouts = {} } = options;
  const open = new Set<() => void>();

  return {
    async send({ url, headers, body, signal }) {
      const close = () => lifetime.end(unfinished(provider));
      open.add(close);
      const lifetime = createLifetime(signal, timeouts, provider, () => open.delete(close));
      let answer: Promise<FetchResponse> | undefined;
      try {
        lifetime.expect("headers");
        if (lifetime.ended) throw lifetime.ended;
        const init = {
          method: "POST",
          headers: { ...headers },
          body,
          signal: lifetime.signal(),
          redirect: "manual",
        } as const;
        answer = Promise.resolve(fetch(url, init));
        const response = await lifetime.race(answer);
        lifetime.rest();
        lifetime.answered();
        const names: Record<string, string> = {};
        response.headers.forEach((value, name) => {
          names[name.toLowerCase()] = value;
        });
        const reader = response.body?.getReader();
        // An intercepted fetch does not always hand an abort on to its source. Not waited for: it may never settle.
        lifetime.signal().addEventListener("abort", () => void reader?.cancel().catch(() => {}), { once: true });
        const chunks = { next: () => nextChunk(reader) };
        const received = bounded(readBody(chunks, lifetime, options), options);
        return { status: response.status, headers: names, body: received, close };
      } catch (thrown) {
        const error = lifetime.ended ?? failureBeforeHeaders(thrown, options);
        lifetime.end(error);
        // A fetch that ignores its signal may answer all the same.
        void answer?.then((response) => response.body?.getReader().cancel()).catch(() => {});
        throw error;
      }
    },
    async close() {
      for (const close of [...open]) close();
    },
  };
}

async function nextChunk(reader: FetchBodyReader | undefined): Promise<IteratorResult<Uint8Array, undefined>> {
  const next = await reader?.read();
  return next?.value ? { done: false, value: next.value } : { done: true, value: undefined };
}
