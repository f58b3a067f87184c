import { once } from "node:events";
import { type IncomingMessage, request as requestHTTP } from "node:http";
import { request as requestHTTPS } from "node:https";
import type { WireProtocol } from "../quirks/index.js";

/**
 * Sends a request on, as it is but for its host, its connection and its key, and asks for a reply that is not compressed: a
 * recording is to be read.
 * @param apiKey takes the place of the client's own, in the header that the client used
 * @returns its reply, once the headers are there
 * @throws whatever Node says where there is no reply, or the signal has fired
 */
export async function forward(
  { method, url, headers, signal }: Request,
  body: Uint8Array,
  origin: string,
  protocol: WireProtocol,
  apiKey: string | undefined,
): Promise<IncomingMessage> {
  const target = new URL(new URL(url).pathname + new URL(url).search, origin);
  const sent = Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name)));
  if (apiKey !== undefined) {
    if (protocol === "google") target.searchParams.delete("key");
    const used =
      keyHeaders.find((name) => name in sent) ?? (protocol === "google" ? "x-goog-api-key" : "authorization");
    for (const name of keyHeaders) delete sent[name];
    sent[used] = used === "authorization" ? `Bearer ${apiKey}` : apiKey;
  }
  const send = target.protocol === "https:" ? requestHTTPS : requestHTTP;
  const outgoing = send(target, {
    method,
    headers: { ...sent, "accept-encoding": "identity", ...(body.length > 0 && { "content-length": body.length }) },
    // A connection of its own: one that was kept may be closed at the very moment, and nothing is sent twice here.
    agent: false,
    signal,
  });
  // Told by the reply from then on.
  outgoing.on("error", () => {});
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return incoming;
}

/** Where clients put a key. */
const keyHeaders: readonly string[] = ["authorization", "x-goog-api-key", "api-key", "x-api-key"];

/** What is between two ends of one connection, and what is written anew. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
  ...["host", "content-length", "accept-encoding"],
]);

/**
 * The headers of a reply, as they go on to the client. Without its length: a client that knows it does not wait for the end,
 * which says that the recording is written.
 */
export function passedHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? "").toLowerCase();
    if (!ownHeaders.has(name)) headers.append(name, rawHeaders[i + 1] ?? "");
  }
  return headers;
}
