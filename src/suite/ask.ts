import type {
  CallOptions,
  Embedder,
  EmbedRequest,
  EmbedResponse,
  LLM,
  LLMRequest,
  LLMResponse,
  LLMStream,
  StreamEvent,
} from "../contract/index.js";
import { describe, Failure, mismatch } from "./failure.js";

// How cases call a subject. Whatever it does, also when it is no LLM at all, comes back as a value of the right shape or as
// a `Failure`; and a call that a case has left behind is nobody's unhandled rejection.

/** More events than any answer to a case's prompt has; a stream that goes on by itself would never let a timer fire. */
const endless = 100_000;

export function generate(llm: LLM, request: LLMRequest, options?: CallOptions): Promise<LLMResponse> {
  return quiet(
    call(llm, "generate", request, options).then((value) => checkResponse(value, "generate()")),
    "generate()",
  );
}

export function countTokens(llm: LLM, request: LLMRequest, options?: CallOptions): Promise<unknown> {
  return quiet(call(llm, "countTokens", request, options), "countTokens()");
}

export function embed(embedder: Embedder, request: EmbedRequest, options?: CallOptions): Promise<EmbedResponse> {
  return quiet(call(embedder, "embed", request, options).then(checkEmbedResponse), "embed()");
}

export function close(subject: LLM | Embedder): Promise<unknown> {
  return quiet(call(subject, "close"), "close()");
}

/** A stream as cases use it. */
export interface OpenStream {
  /** The next event; `undefined` when the iteration is done. */
  next(): Promise<StreamEvent | undefined>;
  /** Leaves the iteration as `break` does. */
  leave(): Promise<unknown>;
  /** All events to the end, or to what the iteration rejects with. */
  collect(): Promise<{ readonly events: readonly StreamEvent[]; readonly failure?: Failure }>;
  /** Leaves a `for await` loop at its first text. */
  breakAtText(): Promise<void>;
  response(): Promise<LLMResponse>;
  close(): Promise<unknown>;
  /** What `await using` does at the end. */
  dispose(): Promise<unknown>;
  readonly stream: LLMStream;
}

/** Whether a value is a stream as cases use it. */
export function isOpenStream(value: unknown): value is OpenStream {
  return typeof (value as Partial<OpenStream> | null | undefined)?.collect === "function";
}

export function stream(llm: LLM, request: LLMRequest, options?: CallOptions): Promise<OpenStream> {
  return quiet(call(llm, "stream", request, options).then(openStream), "stream()");
}

function openStream(value: unknown): OpenStream {
  const opened = value as LLMStream;
  for (const method of ["response", "close", Symbol.asyncIterator] as const) {
    if (typeof (value as Record<PropertyKey, unknown> | null | undefined)?.[method] !== "function")
      throw new Failure(mismatch("stream()", `a stream with a method ${methodName(method)}`, describe(value)));
  }
  let iterator: AsyncIterator<StreamEvent> | undefined;
  const iteration = (): AsyncIterator<StreamEvent> => {
    iterator ??= attempt("iterating the stream", () => opened[Symbol.asyncIterator]());
    return iterator;
  };
  const next = () =>
    quiet(
      call(iteration(), "next").then((result) => {
        if (typeof result !== "object" || result === null)
          throw new Failure(mismatch("next()", "an iterator result", describe(result)));
        const { done, value: event } = result as IteratorResult<StreamEvent, undefined>;
        return done ? undefined : checkEvent(event);
      }),
      "next()",
    );
  return {
    stream: opened,
    next,
    leave: () => quiet(call(iteration(), "return"), "return()"),
    response: () =>
      quiet(
        call(opened, "response").then((response) => checkResponse(response, "response()")),
        "response()",
      ),
    close: () => quiet(call(opened, "close"), "close()"),
    dispose: () => quiet(call(opened, Symbol.asyncDispose), methodName(Symbol.asyncDispose)),
    breakAtText: () => quiet(breakAtText(opened), "the loop"),
    collect: () => quiet(collect(next), "the iteration"),
  };
}

async function breakAtText(opened: LLMStream): Promise<void> {
  try {
    let read = 0;
    for await (const event of opened) if (event.type === "text" || read++ > endless) break;
  } catch (error) {
    throw new Failure(mismatch("the loop", "a quiet end", `a throw of ${describe(error)}`), { with: error });
  }
}

async function collect(next: OpenStream["next"]): ReturnType<OpenStream["collect"]> {
  const events: StreamEvent[] = [];
  try {
    for (let event = await next(); event; event = await next()) {
      events.push(event);
      if (events.length > endless) throw new Failure(mismatch("the stream", "an end", `${endless} events and none`));
    }
    return { events };
  } catch (error) {
    if (error instanceof Failure && error.rejection) return { events, failure: error };
    throw error;
  }
}

/** Reads to the first text delta. */
export async function firstDelta(opened: OpenStream): Promise<string> {
  for (let read = 0; read < endless; read++) {
    const event = await opened.next();
    if (!event) throw new Failure(mismatch("the stream", "a text delta", "the end"));
    if (event.type === "text") return event.text;
  }
  throw new Failure(mismatch("the stream", "a text delta", `${endless} other events`));
}

/** All events of a stream that must end well. */
export async function events(opened: OpenStream): Promise<readonly StreamEvent[]> {
  const { events: all, failure } = await opened.collect();
  if (failure) throw failure;
  return all;
}

/** Calls a method that should give a promise. */
function call(target: object, key: string | symbol, ...args: unknown[]): Promise<unknown> {
  const found = (target as Record<string | symbol, unknown>)[key];
  const method = methodName(key);
  if (typeof found !== "function") return Promise.reject(new Failure(mismatch(method, "a method", describe(found))));
  let given: unknown;
  try {
    given = Reflect.apply(found, target, args);
  } catch (error) {
    return Promise.reject(new Failure(mismatch(method, "a promise that rejects", `a throw of ${describe(error)}`)));
  }
  return Promise.resolve(given).catch((error: unknown) => {
    throw new Failure(mismatch(method, "it to resolve", `a rejection with ${describe(error)}`), { with: error });
  });
}

/** A method as it is told: `close()`. */
function methodName(key: string | symbol): string {
  return typeof key === "symbol" ? `[${key.description}]()` : `${key}()`;
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Failure(mismatch(what, "an iterator", `a throw of ${describe(error)}`), { with: error });
  }
}

function quiet<T>(promise: Promise<T>, name: string): Promise<T> {
  promise.catch(() => {});
  return named(promise, name);
}

/** What was called, by the promise that it gave; for whoever tells how it ended. */
const names = new WeakMap<Promise<unknown>, string>();

export function named<T>(promise: Promise<T>, name: string): Promise<T> {
  names.set(promise, name);
  return promise;
}

/** The method that gave a promise: `generate()`. */
export function nameOf(promise: Promise<unknown>): string {
  return names.get(promise) ?? "the call";
}

const isList = (value: unknown) => Array.isArray(value) && value.every(isRecord);
const isRecord = (value: unknown) => typeof value === "object" && value !== null;

/** What every response has; so that checks can look at it without stumbling. */
const responseFields: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
  ["text", "a string", (value) => typeof value === "string"],
  ["finishReason", "a string", (value) => typeof value === "string"],
  ["usage", "an object", isRecord],
  ["steps", "a number", (value) => typeof value === "number"],
  ["toolCalls", "a list of calls", isList],
  ["sources", "a list of sources", isList],
  ["messages", "a list of messages", isList],
];

function checkResponse(value: unknown, method: string): LLMResponse {
  checkFields(value, responseFields, method);
  return value as LLMResponse;
}

const embedFields: typeof responseFields = [
  [
    "vectors",
    "a list of lists of numbers",
    (value) => Array.isArray(value) && value.every((vector) => Array.isArray(vector)),
  ],
  ["usage", "an object", isRecord],
];

function checkEmbedResponse(value: unknown): EmbedResponse {
  checkFields(value, embedFields, "embed()");
  return value as EmbedResponse;
}

function checkFields(value: unknown, fields: typeof responseFields, method: string): void {
  if (!isRecord(value)) throw new Failure(mismatch(method, "a response", describe(value)));
  for (const [field, kind, fits] of fields) {
    const found = (value as Record<string, unknown>)[field];
    if (!fits(found)) throw new Failure(mismatch(`\`${field}\` of the response of ${method}`, kind, describe(found)));
  }
}

function checkEvent(value: unknown): StreamEvent {
  const event = value as StreamEvent | null | undefined;
  switch (event?.type) {
    case "text":
    case "reasoning":
      if (typeof event.text === "string") return event;
      break;
    case "tool-call":
    case "tool-result":
      if (isRecord(event.call)) return event;
      break;
    case "finish":
      checkResponse(event.response, "the finish event");
      return event;
  }
  throw new Failure(mismatch("next()", "a stream event", describe(value)));
}
