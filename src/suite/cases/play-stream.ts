import type { LLM, LLMRequest, LLMResponse, StreamEvent } from "../../contract/index.js";
import { events, stream } from "../ask.js";

/** A stream that was read to its end. */
export interface PlayedStream {
  readonly events: readonly StreamEvent[];
  readonly response: LLMResponse;
}

/** Streams a request to its end. @param signal of the case */
export async function playStream(llm: LLM, request: LLMRequest, signal: AbortSignal): Promise<PlayedStream> {
  const opened = await stream(llm, request, { signal });
  return { events: await events(opened), response: await opened.response() };
}

/** The deltas of one kind, joined. @param step of that turn alone */
export function joinedDeltas(all: readonly StreamEvent[], type: "text" | "reasoning", step?: number): string {
  return all
    .map((event) => (event.type === type && (step === undefined || event.step === step) ? event.text : ""))
    .join("");
}

/**
 * A response without what the two methods, or two plays of one script, need not have in common: the raw reply, which is
 * generate()'s alone, and what is opaque to everybody but the driver.
 */
export function comparable({ raw: _, ...response }: LLMResponse): object {
  const messages = response.messages.map((message) => {
    const { providerState: __, ...rest } = message as typeof message & { providerState?: unknown };
    return rest;
  });
  return { ...response, messages };
}
