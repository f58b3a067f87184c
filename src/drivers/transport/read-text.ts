import { isLLMError } from "../../contract/index.js";
import type { TransportResponse } from "./transport.js";

/** Reads a body as text, to its end. */
export async function readText(response: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body) chunks.push(chunk);
  } finally {
    response.close();
  }
  return toText(chunks);
}

/** Bytes as text. A decoder of its own for each reply is more work for the garbage collector than all the rest of it. */
function toText(chunks: readonly Uint8Array[]): string {
  const text = Buffer.concat(chunks).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/**
 * Reads what there is of a body that explains and does not matter: a gateway may cut it, stall in it or encode it as
 * nobody asked. Never fails but for the caller's own cancellation.
 * @param limit after which the rest is dropped and the connection cut
 */
export async function readSome(
  response: TransportResponse,
  limit: { readonly bytes: number; readonly milliseconds: number },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const timer = setTimeout(response.close, limit.milliseconds);
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
      if (bytes >= limit.bytes) break;
    }
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_CANCELLED") throw error;
  } finally {
    clearTimeout(timer);
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
