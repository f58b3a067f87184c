import type { MockServer } from "../mock-server/index.js";

/** Lets pages of any origin use a server: https://fetch.spec.whatwg.org/#http-cors-protocol */
export function withCORS({
  basePath,
  fetch,
}: Pick<MockServer, "basePath" | "fetch">): Pick<MockServer, "basePath" | "fetch"> {
  return {
    basePath,
    async fetch(request) {
      if (request.method === "OPTIONS" && request.headers.has("access-control-request-method"))
        return new Response(null, {
          status: 204,
          headers: {
            "access-control-allow-origin": "*",
            "access-control-allow-methods": "*",
            // `*` would leave out authorization.
            "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
            // For pages of the public web that call loopback: https://wicg.github.io/private-network-access/
            "access-control-allow-private-network": "true",
            "access-control-max-age": "600",
          },
        });
      const response = await fetch(request);
      // A dropped connection is dropped for a page too.
      if (response.type === "error") return response;
      const headers = new Headers(response.headers);
      headers.set("access-control-allow-origin", "*");
      headers.set("access-control-expose-headers", "*");
      return new Response(response.body, { status: response.status, headers });
    },
  };
}
