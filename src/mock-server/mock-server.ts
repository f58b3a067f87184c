import {
  isObject,
  LLMError,
  namesCredential,
  pathWithoutCredentials,
  type Reply,
  type Script,
} from "../contract/index.js";
import { createPlayer, type Player } from "../memory/index.js";
import type { WireProtocol } from "../quirks/index.js";
import { createBender } from "./bend.js";
import { offerPieces } from "./pieces-of.js";
import { createRecorder, type RecordedRequest } from "./recorder.js";
import { type ProviderReply, type Sending, toResponse } from "./wire-reply.js";

/** What a server reads of a `Request`. */
export type IncomingRequest = Pick<Request, "method" | "url" | "headers" | "signal" | "text" | "arrayBuffer">;

/** A scripted provider: a plain function from request to response, and what it was sent. */
export interface MockServer {
  /** The path under which its API lies, for example `/v1`. */
  readonly basePath: string;
  /** Answers one request; `Response.error()` is a connection that is dropped. Rejects only when a body cannot be read. */
  fetch(request: IncomingRequest): Promise<Response>;
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Resolves with request number `count` (from 1) once it has arrived. */
  arrived(count: number): Promise<RecordedRequest>;
  /**
   * Adds replies at the end of the script.
   * @throws LLMError `LLM_INVALID_CONFIG` for a reply that is none
   */
  queue(...replies: readonly Reply[]): void;
  /** Forgets the requests and begins the script again. */
  reset(): void;
}

/** A request whose body was read. */
export interface ReceivedRequest {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
}

/** What a provider understood of a request, and what it does with it. */
export interface Answer extends Pick<RecordedRequest, "kind" | "turn" | "embed"> {
  readonly reply: ProviderReply;
}

/** @throws LLMError `LLM_INVALID_CONFIG` for options that are no object, or hold one that there is not */
export function checkServerOptions(options: unknown, known: readonly string[]): void {
  const refuse: (message: string) => never = (message) => {
    throw new LLMError("LLM_INVALID_CONFIG", message, { provider: "mock-server" });
  };
  if (!isObject(options)) refuse("a mock server's options must be an object, such as { script: [] }");
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`a mock server has no option ${unknown}; there are ${known.join(", ")}`);
  const { deltaDelayMs = 0 } = options;
  if (!Number.isFinite(deltaDelayMs) || (deltaDelayMs as number) < 0)
    refuse("deltaDelayMs must be a number of milliseconds, 0 or more");
}

/** One provider's protocol: what its published API says to a request. Never throws. */
export interface Protocol {
  readonly name: WireProtocol;
  readonly basePath: string;
  answer(request: ReceivedRequest, player: Player): Answer;
}

/** What every scripted provider takes. */
export interface CommonServerOptions {
  /** What the model says, one reply a turn. Without any it echoes, or calls each tool once. */
  readonly script?: Script | undefined;
  /** Ids of quirks that its replies have, for example `["SSE-02", "TC-01"]`, put in one after the other. */
  readonly quirks?: readonly string[] | undefined;
  /** Begins the script again when it was played to its end; without it, a turn too many is an error. Default false. */
  readonly repeat?: boolean | undefined;
  /** Milliseconds between two pieces of a body, as a model takes its time. Default 0. */
  readonly deltaDelayMs?: number | undefined;
  /** Is given each request, which then is not kept in `requests`: for a server that runs for days. */
  readonly onRequest?: ((request: RecordedRequest) => void) | undefined;
}

/** The names of those. */
export const commonOptionNames: readonly (keyof CommonServerOptions)[] = [
  "script",
  "quirks",
  "repeat",
  "deltaDelayMs",
  "onRequest",
];

/**
 * What every scripted provider shares: it reads, records and answers.
 * @throws LLMError `LLM_INVALID_CONFIG` for a reply that is none, or a quirk that this wire cannot have
 */
export function createMockServer(protocol: Protocol, options: CommonServerOptions): MockServer {
  const bend = createBender(protocol.name, options.quirks);
  const player = createPlayer(options.script, { repeat: options.repeat });
  const recorder = createRecorder(options.onRequest);
  const delay = options.deltaDelayMs ?? 0;
  const pace = (index: number) => (index === 0 ? 0 : delay);

  const prepare = async (request: IncomingRequest): Promise<Sending> => {
    const at = performance.now();
    const { method, headers } = request;
    const url = new URL(request.url);
    const body = await request.text();
    const { reply: plain, ...understood } = protocol.answer(
      { method, path: decodedPath(url), query: url.searchParams, headers, body },
      player,
    );
    const sent = { method, path: pathWithoutCredentials(url), headers: withoutCredentials(headers), body };
    const reply = bend({ kind: understood.kind, ...sent }, plain);
    const exchange = recorder.record({
      ...understood,
      at,
      ...sent,
      ...(typeof reply === "object" && { status: reply.status }),
    });
    return { reply, exchange, pace };
  };
  const answer: MockServer["fetch"] = async (request) => toResponse(await prepare(request), request.signal);
  offerPieces(answer, prepare);

  return {
    basePath: protocol.basePath,
    requests: recorder.requests,
    arrived: recorder.arrived,
    queue: player.queue,
    reset() {
      recorder.clear();
      player.rewind();
    },
    fetch: answer,
  };
}

function withoutCredentials(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !namesCredential(name)));
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
