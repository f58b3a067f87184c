import type { Embedder, LLM } from "../contract/index.js";
import {
  type FetchLike,
  google,
  googleEmbedder,
  openAICompatible,
  openAICompatibleEmbedder,
} from "../drivers/index.js";
import { changed } from "./break-llm.js";
import type { WireBody } from "./break-wire.js";
import type { Harm, Staged } from "./mutant.js";

/** What a driver makes of an exchange. What is absent is as it should be. */
export interface Misreading {
  /** The body that it sends. */
  readonly request?: (body: WireBody) => WireBody;
  /** The body that it takes what came for, whole. */
  readonly reply?: (body: string, request: WireBody) => string;
  /** A header of the reply that it does not read. */
  readonly blindTo?: string;
}

type Protocol = "openai" | "google";

/** A driver that is right but for how it reads, or writes, what is on its wire. */
export const misreading = (protocol: Protocol, misread: Misreading): Staged<LLM> => ({
  stage: protocol,
  make(stage, harm) {
    const fetch = misreadingFetch(misread, harm);
    return protocol === "openai"
      ? openAICompatible({ ...stage, preset: "openai", fetch })
      : google({ ...stage, fetch });
  },
});

/** The same for an embedder. */
export const misreadingEmbeddings = (protocol: Protocol, misread: Misreading): Staged<Embedder> => ({
  stage: protocol,
  make(stage, harm) {
    const fetch = misreadingFetch(misread, harm);
    return protocol === "openai"
      ? openAICompatibleEmbedder({ ...stage, preset: "openai", fetch })
      : googleEmbedder({ ...stage, fetch });
  },
});

function misreadingFetch(
  { request = (body) => body, reply = (body) => body, blindTo }: Misreading,
  harm: Harm,
): FetchLike {
  return async (url, init) => {
    const sent = changed(JSON.parse(init.body) as WireBody, request, harm);
    const response = await globalThis.fetch(url, { ...init, body: JSON.stringify(sent) });
    const { status } = response;
    const headers = new Headers(response.headers);
    if (blindTo !== undefined && headers.has(blindTo)) {
      headers.delete(blindTo);
      harm();
    }
    const body = await response.text();
    return new Response(
      changed(body, (text) => reply(text, sent), harm),
      { status, headers },
    );
  };
}

/** The JSON of a whole reply, or of each event of a stream, is taken for something else; `undefined` is passed over. */
export const eachReply =
  (change: (reply: WireBody, at: { readonly index: number; readonly isLast: boolean }) => WireBody | undefined) =>
  (body: string): string => {
    const events = eventsIn(body);
    if (!events) {
      const only = parsed(body);
      return only ? JSON.stringify(change(only, { index: 0, isLast: true }) ?? {}) : body;
    }
    return events
      .map((data, index) => {
        const event = parsed(data);
        return event ? change(event, { index, isLast: index === events.length - 1 }) : event;
      })
      .map((event) => (event ? `data: ${JSON.stringify(event)}\n\n` : ""))
      .join("");
  };

/** A stream of which nothing is read from an event on that is like that; what is left of that event itself, if anything. */
export const readsUntil =
  (isEnd: (event: WireBody) => boolean, left: (event: WireBody) => WireBody | undefined = () => undefined) =>
  (body: string): string => {
    const events = eventsIn(body)?.map((data) => parsed(data) ?? {});
    const at = events?.findIndex(isEnd) ?? -1;
    if (!events || at < 0) return body;
    const last = left(events[at] as WireBody);
    return [...events.slice(0, at), ...(last ? [last] : [])]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join("");
  };

/** The data of a body's events; nothing for a body that is no stream. */
function eventsIn(body: string): readonly string[] | undefined {
  if (!body.startsWith("data:")) return undefined;
  return body
    .split(/\r?\n\r?\n/)
    .filter((event) => event.startsWith("data: "))
    .map((event) => event.slice("data: ".length));
}

function parsed(text: string): WireBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as WireBody) : undefined;
  } catch {
    return undefined;
  }
}
