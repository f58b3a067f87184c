import { isWireObject, objectIn, textOf, type WireExchange, type WireObject } from "../exchange.js";
import { onChunks } from "../inject.js";
import type { Inject } from "../quirk.js";
import { deltaOf, isFilled, withDelta } from "./answers.js";
import { answersIn, listOf } from "./calls.js";

// The same answer, told otherwise.

/** One call, whole. */
export interface WholeCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

const fragmentsIn = (chunk: WireObject): readonly WireObject[] => listOf(deltaOf(chunk).tool_calls);

/** The calls of a stream that keeps the protocol. */
export function wholeCallsIn(chunks: readonly WireObject[]): readonly WholeCall[] {
  const calls = new Map<number, { index: number; id: string; name: string; arguments: string }>();
  for (const fragment of chunks.flatMap(fragmentsIn)) {
    const index = Number(fragment.index);
    const called = isWireObject(fragment.function) ? fragment.function : {};
    const call = calls.get(index) ?? { index, id: "", name: "", arguments: "" };
    if (isFilled(fragment.id)) call.id = fragment.id;
    if (isFilled(called.name)) call.name += called.name;
    if (isFilled(called.arguments)) call.arguments += called.arguments;
    calls.set(index, call);
  }
  return [...calls.values()];
}

/**
 * Sends the calls of a streamed answer in other fragments.
 * @param resend gives the `tool_calls` of each chunk; undefined where there is nothing to be sent otherwise
 */
export const onStreamedCalls = (
  resend: (calls: readonly WholeCall[]) => readonly (readonly WireObject[])[] | undefined,
): Inject =>
  onChunks((chunk, index, all) => {
    const first = all.findIndex((other) => fragmentsIn(other).length > 0);
    if (first < 0 || fragmentsIn(chunk).length === 0) return undefined;
    const resent = resend(wholeCallsIn(all));
    if (!resent) return undefined;
    return index === first ? resent.map((fragments) => withDelta(chunk, { tool_calls: fragments })) : [];
  });

/** Sends the whole of a streamed answer again, as the message that a whole reply has, beside its finish reason. */
export const withWholeMessage: Inject = onChunks((chunk, _, all) => {
  const [{ choice } = {}] = answersIn(chunk);
  if (!choice || !isFilled(choice.finish_reason)) return undefined;
  const [whole] = answersIn(asWhole(all) ?? {});
  return whole && { ...chunk, choices: [{ ...choice, message: whole.answer }] };
});

/** A call as the fragment that begins it. */
export const begun = ({ index, id, name }: WholeCall, args: unknown = ""): WireObject => ({
  ...{ index, id, type: "function" },
  function: { name, arguments: args },
});

/** A fragment that goes on with a call. */
export const goneOn = ({ index }: Pick<WholeCall, "index">, args: unknown): WireObject => ({
  index,
  function: { arguments: args },
});

/** A text in two pieces, neither of them empty where that can be. */
export function halves(text: string): readonly [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** The events of a stream that says what a whole reply says. */
export function asStream({ reply }: WireExchange): string | undefined {
  const body = objectIn(textOf(reply));
  const [answered] = body ? answersIn(body) : [];
  if (!body || !answered) return undefined;
  const { object: _, choices: __, usage, ...envelope } = body;
  const { message: ___, finish_reason: reason, ...choice } = answered.choice;
  const calls = listOf(answered.answer.tool_calls).map((call, index) => ({ index, ...call }));
  const delta = { ...answered.answer, ...(calls.length > 0 && { tool_calls: calls }) };
  const chunk = (choices: readonly WireObject[], more: object = {}) =>
    `data: ${JSON.stringify({ ...envelope, object: "chat.completion.chunk", choices, ...more })}\n\n`;
  return [
    chunk([{ ...choice, delta, finish_reason: null }]),
    chunk([{ ...choice, delta: {}, finish_reason: reason }]),
    ...(usage === undefined ? [] : [chunk([], { usage })]),
    "data: [DONE]\n\n",
  ].join("");
}

/** The whole reply that says what the chunks of a stream say; undefined where it has no end. */
export function asWhole(chunks: readonly WireObject[]): WireObject | undefined {
  const last = chunks.findLast((chunk) => answersIn(chunk).some(({ choice }) => isFilled(choice.finish_reason)));
  const [ended] = last ? answersIn(last) : [];
  if (!last || !ended) return undefined;
  const joined = (field: string) => {
    const pieces = chunks.map((chunk) => deltaOf(chunk)[field]).filter(isFilled);
    return pieces.length > 0 ? { [field]: pieces.join("") } : {};
  };
  const calls = wholeCallsIn(chunks).map(({ id, name, arguments: args }) => ({
    ...{ id, type: "function" },
    function: { name, arguments: args },
  }));
  const message = {
    ...{ role: "assistant", content: null },
    ...joined("content"),
    ...joined("reasoning_content"),
    ...joined("refusal"),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const usage = chunks.map((chunk) => chunk.usage).findLast(isWireObject);
  const { delta: _, ...choice } = ended.choice;
  return { ...last, object: "chat.completion", choices: [{ ...choice, message }], ...(usage && { usage }) };
}
