import { LLMError } from "../../contract/index.js";
import { failureInBody } from "./failure.js";
import type { Lifetime } from "./lifetime.js";
import { defaultMaxResponseBytes, type TransportOptions } from "./transport.js";

/**
 * Reads a body as it comes from the connection: one chunk when asked, each within the idle time. Every byte counts as
 * activity, also a comment that only keeps the connection alive:
 * https://github.com/continuedev/continue/pull/13144
 */
export async function* readBody(
  source: AsyncIterator<Uint8Array>,
  lifetime: Lifetime,
  options: TransportOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let ended = false;
  try {
    for (;;) {
      lifetime.expect("idle");
      const next = await lifetime.race(source.next());
      lifetime.rest();
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    throw lifetime.ended ?? failureInBody(error, options);
  } finally {
    if (ended) lifetime.release();
    else lifetime.end(unfinished(options.provider));
  }
}

/** Refuses a body that is too long. The last of the steps that a body goes through, so that it counts what is kept. */
export async function* bounded(
  body: AsyncIterable<Uint8Array>,
  options: TransportOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxResponseBytes = defaultMaxResponseBytes } = options;
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) throw tooLong(options);
      yield chunk;
    }
  } catch (error) {
    throw failureInBody(error, options);
  }
}

/** Why a body is not read to its end. */
export function tooLong({ provider, maxResponseBytes = defaultMaxResponseBytes }: TransportOptions): LLMError {
  const message = `${provider}: the reply is longer than maxResponseBytes (${maxResponseBytes})`;
  return new LLMError("LLM_BAD_RESPONSE", message, { provider });
}

/** Why a connection is cut whose body nobody wants to the end. */
export function unfinished(provider: string): LLMError {
  return new LLMError("LLM_STREAM_CLOSED", `${provider}: the reply was closed before its end`, { provider });
}
