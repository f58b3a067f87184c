import type { LLMError } from "../contract/index.js";
import type { PlayedReply } from "../memory/index.js";
import { jsonReply, type ProviderReply, type WireReply } from "./wire-reply.js";

/**
 * What a scripted error does on the wire: an error body with its status, a connection that breaks after the headers or
 * before them, or a 200 whose body is not what the protocol says.
 */
export type ScriptedFailure = ErrorAnswer | "cut" | "disconnect" | "garbage";

export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a stream that is under way says instead, where that is not the body. */
  readonly inBand?: unknown;
}

/** One turn in a provider's words. */
export interface TurnWriter {
  readonly streamed: boolean;
  /** The whole reply. */
  whole(): object;
  /** A stream's reasoning and text, each piece framed. */
  begin(): Iterable<string>;
  /** The rest of a stream that goes well. */
  end(): Iterable<string>;
  /** A piece of a stream, framed as the others are. */
  frame(data: string): string;
  /** What ends a stream that did not go well. */
  readonly close: string;
  readonly contentType: string;
  failure(error: LLMError): ScriptedFailure;
}

const json = { "content-type": "application/json" };
/** Not JSON, whatever the header says. */
const garbage = "{not JSON";

/** The faults of a connection or a body that errors stand for, whatever the provider; `undefined` is an error it tells. */
export function wireFault({ code }: LLMError): Exclude<ScriptedFailure, ErrorAnswer> | undefined {
  if (code.endsWith("_STREAM_INTERRUPTED")) return "cut";
  if (code.endsWith("_NETWORK_ERROR")) return "disconnect";
  return code.endsWith("_BAD_RESPONSE") ? "garbage" : undefined;
}

/**
 * A played reply as what goes over the wire. A stream brings its reasoning and text before whatever ends it; without any,
 * it fails as a plain request does: with a status, or with silence.
 */
export function playTurn(played: PlayedReply, writer: TurnWriter): ProviderReply {
  const begun = writer.streamed && (played.text !== "" || played.reasoning !== undefined);
  if (!begun && played.stall) return "silence";
  const failure = played.error && writer.failure(played.error);
  const accepted = begun || (writer.streamed && (failure === "cut" || failure === "garbage"));
  if (!accepted && failure) return playFailure(failure);
  if (writer.streamed) return playStream(played, writer, failure);
  return played.cut ? cutShort(writer.whole()) : jsonReply(200, writer.whole());
}

/** A request that is no turn, unless the script fails it. */
export function playOther(
  body: object,
  failed: PlayedReply | undefined,
  failure: (error: LLMError) => ScriptedFailure,
): ProviderReply {
  if (!failed) return jsonReply(200, body);
  if (failed.stall) return "silence";
  return failed.error ? playFailure(failure(failed.error)) : cutShort(body);
}

/** An error before any of the answer. */
export function playFailure(failure: ScriptedFailure): ProviderReply {
  if (failure === "disconnect") return failure;
  if (failure === "cut") return cutShort({});
  if (failure === "garbage") return { status: 200, headers: json, pieces: [garbage], ending: "complete" };
  return jsonReply(failure.status, failure.body, failure.headers);
}

/** A body that breaks off in the middle. */
function cutShort(body: object): WireReply {
  const whole = JSON.stringify(body);
  return { status: 200, headers: json, pieces: [whole.slice(0, Math.ceil(whole.length / 2))], ending: "cut" };
}

function playStream(played: PlayedReply, writer: TurnWriter, scripted: ScriptedFailure | undefined): WireReply {
  const failure = played.stall ? undefined : scripted;
  const breaks = failure === "cut" || failure === "disconnect" || (!failure && played.cut);

  function* pieces(): Generator<string> {
    yield* writer.begin();
    if (failure === "garbage") yield writer.frame(garbage);
    else if (typeof failure === "object")
      yield writer.frame(JSON.stringify(failure.inBand ?? failure.body)) + writer.close;
    else if (!played.stall && !breaks) yield* writer.end();
  }
  return {
    status: 200,
    headers: { "content-type": writer.contentType, "cache-control": "no-cache" },
    pieces: { [Symbol.iterator]: pieces },
    ending: played.stall ? "stall" : breaks ? "cut" : "complete",
  };
}
