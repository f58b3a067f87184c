import { objectsOf } from "../events.js";
import {
  isEventStream,
  isWireObject,
  textOf,
  type WireExchange,
  type WireObject,
  type WireReply,
} from "../exchange.js";
import { either, jsonReply, onBody, onChunks, onTurn } from "../inject.js";
import type { Inject } from "../quirk.js";

// What stands where in a `GenerateContentResponse`, and how it is changed. One place for a whole reply and for chunks.

/** The candidates of a reply or a chunk. */
export const candidatesIn = ({ candidates }: WireObject): readonly WireObject[] => listOf(candidates);

/** The parts of a candidate's content. */
export const partsIn = ({ content }: WireObject): readonly WireObject[] =>
  isWireObject(content) ? listOf(content.parts) : [];

/** The function calls of all candidates of a reply, or of all chunks of a stream. */
export function callsIn(exchange: WireExchange): readonly WireObject[] {
  return objectsOf(exchange)
    .flatMap(candidatesIn)
    .flatMap(partsIn)
    .map(({ functionCall }) => functionCall)
    .filter(isWireObject);
}

/** Whether this is a turn that was accepted. */
export const isAnswer = ({ request, reply }: WireExchange): boolean =>
  (request.kind === "generate" || request.kind === "stream") && reply.status < 300;

/** Changes the bodies of a turn that was accepted: that of a whole reply, which is the last one, or each of a stream. */
export const onReplies = (
  change: (reply: WireObject, at: { readonly index: number; readonly isLast: boolean }) => Replaced,
): Inject =>
  onAnswer(
    either(
      onChunks((chunk, index, all) => {
        const changed = change(chunk, { index, isLast: index === all.length - 1 });
        return changed === undefined ? undefined : [changed].flat();
      }),
      onBody((body) => [change(body, { index: 0, isLast: true })].flat()[0]),
    ),
  );

/** What stands in the place of a reply or chunk: one, several, or itself where `undefined`. */
type Replaced = WireObject | WireObject[] | undefined;

const onAnswer =
  (inject: Inject): Inject =>
  (exchange) =>
    isAnswer(exchange) ? inject(exchange) : undefined;

/** Changes each candidate. */
export const onCandidates = (
  change: (candidate: WireObject, at: { readonly index: number; readonly isLast: boolean }) => WireObject | undefined,
): Inject =>
  onReplies((reply, at) => {
    let isChanged = false;
    const candidates = candidatesIn(reply).map((candidate) => {
      const other = change(candidate, at);
      isChanged ||= other !== undefined;
      return other ?? candidate;
    });
    return isChanged ? { ...reply, candidates } : undefined;
  });

/** Changes each part. */
export const onParts = (change: (part: WireObject) => WireObject | undefined): Inject =>
  onCandidates((candidate) => {
    const parts = partsIn(candidate);
    const changed = parts.map(change);
    if (changed.every((part) => part === undefined)) return undefined;
    return withParts(
      candidate,
      parts.map((part, i) => changed[i] ?? part),
    );
  });

/** Changes each function call. */
export const onCalls = (change: (call: WireObject) => WireObject | undefined): Inject =>
  onParts((part) => {
    const call = isWireObject(part.functionCall) ? change(part.functionCall) : undefined;
    return call && { ...part, functionCall: call };
  });

export function withParts(candidate: WireObject, parts: readonly WireObject[]): WireObject {
  const content = isWireObject(candidate.content) ? candidate.content : { role: "model" };
  return { ...candidate, content: { ...content, parts } };
}

/** The only candidate of a turn that was accepted, in one event where it was streamed: its parts as they came, joined. */
export const inOneReply = (change: (reply: WireObject, parts: readonly WireObject[]) => WireObject): Inject =>
  onTurn((exchange) => {
    const replies = isAnswer(exchange) ? objectsOf(exchange) : [];
    const last = replies.findLast((reply) => candidatesIn(reply).length > 0);
    if (!last) return undefined;
    return replyWith(exchange, change(last, replies.flatMap(candidatesIn).flatMap(partsIn)));
  });

/** Another answer in the place of this one: whole, or as the only event of a stream. */
export function replyWith({ request, reply }: WireExchange, body: WireObject): WireReply {
  if (request.kind !== "stream") return jsonReply(200, body);
  return {
    ...jsonReply(200, body, eventStream),
    reads: [new TextEncoder().encode(`data: ${JSON.stringify(body)}\r\n\r\n`)],
    ending: reply.ending === "stall" ? "stall" : "complete",
  };
}

const eventStream = { "content-type": "text/event-stream" };

/** Any turn is answered so. */
export const answering = (body: WireObject): Inject =>
  onTurn((exchange) => (isAnswer(exchange) ? replyWith(exchange, body) : undefined));

/** Any turn is refused so. @param body of the error; a list where the provider sends one */
export const refusing = (status: number, body: unknown, headers: WireReply["headers"] = {}): Inject =>
  onTurn(() => jsonReply(status, body, headers));

/** Changes what a streamed reply says, from its first chunk with text on. */
export const afterFirstText =
  (change: (before: string) => string): Inject =>
  (exchange) => {
    if (!isEventStream(exchange)) return undefined;
    const text = textOf(exchange.reply);
    const [first] = /^[\s\S]*?"text":"[^"][\s\S]*?\r?\n\r?\n/.exec(text) ?? [];
    if (first === undefined) return undefined;
    return {
      ...exchange.reply,
      reads: [new TextEncoder().encode(first), new TextEncoder().encode(change(first))],
      ending: "complete",
    };
  };

export function listOf(value: unknown): readonly WireObject[] {
  return Array.isArray(value) ? value.filter(isWireObject) : [];
}

export const without = (object: WireObject, ...fields: readonly string[]): WireObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
