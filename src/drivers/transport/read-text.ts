import type { TransportResponse } from "./transport.js";

/** Reads a body as text, to its end. @param limit bytes after which the rest is dropped and the connection cut */
export async function readText(response: TransportResponse, limit = Number.POSITIVE_INFINITY): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
      if (bytes >= limit) break;
    }
  } finally {
    response.close();
  }
  return text + decoder.decode();
}

/** How long the rest of a reply may take that has said all it will, in milliseconds. */
const patience = 100;

/**
 * Lets go of a reply that has said all it will. Its end has usually come already, and the connection can be used again;
 * one that goes on is cut.
 */
export function letGo(response: TransportResponse): void {
  const timer = setTimeout(response.close, patience);
  const skip = async () => {
    while (!(await response.body.next()).done);
  };
  skip()
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}
