import type { MockServer } from "./mock-server.js";

/** What is needed of msw's `http`. */
export interface MSWHttp<Handler> {
  all(path: string, resolver: (info: { readonly request: Request }) => Promise<Response>): Handler;
}

/**
 * A scripted provider as handlers for msw 2: `setupServer(...mswHandlers(http, server, "https://api.openai.com/v1"))`.
 * msw answers global `fetch` and `node:http`, never undici's own functions; and a client that leaves after the headers is
 * not seen through it: where that matters, use `serve()`.
 * @param http msw's, passed in so that msw stays a dependency of the caller's alone
 * @param baseURL what the client is configured with; all below it is answered
 */
export function mswHandlers<Handler>(
  http: MSWHttp<Handler>,
  server: Pick<MockServer, "basePath" | "fetch">,
  baseURL: string,
): Handler[] {
  // As a URL, because requests come normalised: without a default port, the host in lower case.
  const base = new URL(baseURL);
  const path = base.pathname.replace(/\/+$/, "");
  return [
    http.all(`${base.origin}${path}/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const below = pathname.slice(path.length) + search;
      const hasBody = request.method !== "GET" && request.method !== "HEAD";
      return server.fetch(
        new Request(new URL(server.basePath + below, request.url), {
          method: request.method,
          headers: request.headers,
          signal: request.signal,
          ...(hasBody && { body: await request.text() }),
        }),
      );
    }),
  ];
}
