import { isEventStream, isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { isAccepted, isFilled, omit } from "./answers.js";
import { type CallEntry, callsIn, entriesIn, onCalls, placeOf } from "./calls.js";
import { begun, goneOn, halves, onStreamedCalls } from "./resend.js";

const protocols = ["openai"] as const;
const area = "tool-calls";

/** The entries of `tool_calls` in a turn that was accepted. */
const acceptedIn = (exchange: WireExchange): readonly CallEntry[] => (isAccepted(exchange) ? entriesIn(exchange) : []);

const nameOf = ({ function: called }: WireObject): unknown => (isWireObject(called) ? called.name : undefined);

/** What tells calls apart: ids, indexes and names. */
export const toolCallIdentity: readonly Quirk[] = [
  {
    id: "TC-01",
    name: "calls-without-an-id",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/anomalyco/opencode/pull/47954",
    seen: "some hosts of GLM models",
    breaks: "Every turn with tools fails, or results cannot be told to belong to their calls.",
    rule: "A call without an id gets a unique one, which its result repeats.",
    law: "Each tool call has an id.",
    fix: "The id is taken for granted: mint one when the call ends without any.",
    scene: "tools",
    inject: onCalls((call) => ("id" in call ? omit(call, "id") : undefined)),
    detect: (exchange) => {
      const calls = isAccepted(exchange) ? callsIn(exchange) : [];
      const nameless = calls.find(({ first }) => isWireObject(first.function) && !first.id && first.id !== 0);
      return nameless && `the tool call "${nameless.name}" has no id`;
    },
    expect: "unchanged",
  },
  {
    id: "TC-50",
    name: "ids-that-are-numbers",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/CherryHQ/cherry-studio/pull/16322",
    seen: "some gateways",
    breaks: "The call is refused as malformed, or its result carries a number that matches no id.",
    rule: "An id that is a number is taken as its text.",
    law: "The id of a tool call is a text.",
    fix: "Only ids that are text are taken: turn a number into text.",
    scene: "tools",
    inject: onCalls((call, index) =>
      isFilled(call.id) ? { ...call, id: 7000 + Number(call.index ?? index) } : undefined,
    ),
    detect: (exchange) => {
      const numbered = acceptedIn(exchange).find(({ entry }) => typeof entry.id === "number");
      return numbered && `the id ${numbered.entry.id} of a tool call is a number`;
    },
    expect: "unchanged",
  },
  {
    id: "TC-03",
    name: "fragments-without-an-index",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/openai/openai-python/issues/2806",
    seen: "Google's OpenAI-compatible endpoint, and several gateways",
    breaks: "The client crashes, or puts all calls into one.",
    rule: "A new id or name begins a call, and a fragment that has neither goes on with the last one.",
    law: "Each fragment of a tool call has the index of its call.",
    fix: "Fragments are put together by index alone: where there is none, go by the id.",
    scene: "tools",
    on: "stream",
    inject: onStreamedCalls((calls) => calls.flatMap(inFragments).map(([fragment]) => [omit(fragment, "index")])),
    detect: (exchange) =>
      isEventStream(exchange) && acceptedIn(exchange).some(({ entry }) => typeof entry.index !== "number")
        ? "a fragment of a tool call has no index"
        : undefined,
    expect: "unchanged",
  },
  {
    id: "TC-04",
    name: "one-index-for-all-calls",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/lobehub/lobehub/issues/10201",
    seen: "Ollama, and servers that send whole calls",
    breaks: "Two JSON objects are glued together, and the first call's name and id are lost.",
    rule: "Another id at the same index begins another call.",
    law: "Each tool call has an index of its own.",
    fix: "Fragments are put together by index alone: begin a call where the id is another.",
    scene: "tools",
    on: "stream",
    inject: onStreamedCalls((calls) =>
      calls.length < 2 || new Set(calls.map(({ id }) => id)).size < 2
        ? undefined
        : calls.flatMap(inFragments).map(([fragment]) => [{ ...fragment, index: 0 }]),
    ),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const known = new Map<string, unknown>();
      for (const piece of acceptedIn(exchange)) {
        const { index, id } = piece.entry;
        if (typeof index !== "number" || !isFilled(id)) continue;
        const before = known.get(placeOf(piece));
        if (before !== undefined && before !== id) return `the tool calls ${before} and ${id} have one index`;
        known.set(placeOf(piece), id);
      }
      return undefined;
    },
    expect: "unchanged",
  },
  {
    id: "TC-54",
    name: "indexes-with-gaps",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/18333",
    seen: "gateways to Anthropic, which count the text as well",
    breaks: "The client crashes over a hole in its list, or runs a call that there is not.",
    rule: "An index says which call a fragment belongs to, and is no place in a list.",
    fix: "Calls are kept in an array at their index: keep them in a map, in the order of their beginning.",
    scene: "tools",
    on: "stream",
    inject: onCalls((call) => (typeof call.index === "number" ? { ...call, index: 1 + 3 * call.index } : undefined)),
    expect: "unchanged",
  },
  {
    id: "TC-13",
    name: "one-id-for-two-calls",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/xorbitsai/inference/issues/4237",
    seen: "Xinference, and servers that count calls anew",
    breaks: "One of the calls is never run, and the provider refuses the next request.",
    rule: "Both run, once each, and get ids that differ.",
    law: "The ids of tool calls differ.",
    fix: "Calls are kept in a map by id: keep them by position, and mint an id for the second.",
    scene: "tools",
    inject: (exchange) => {
      const ids = callsIn(exchange).map(({ first }) => first.id);
      if (!isAccepted(exchange) || ids.length < 2 || !ids.every(isFilled)) return undefined;
      return onCalls((call) => (isFilled(call.id) ? { ...call, id: ids[0] } : undefined))(exchange);
    },
    detect: (exchange) => {
      const ids = isAccepted(exchange) ? callsIn(exchange).map(({ first }) => first.id) : [];
      const repeated = ids.find((id, i) => isFilled(id) && ids.indexOf(id) !== i);
      return repeated === undefined ? undefined : `two tool calls have the id ${repeated}`;
    },
    expect: "unchanged",
  },
  {
    id: "TC-08",
    name: "names-repeated-in-every-fragment",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/NousResearch/hermes-agent/pull/12230",
    seen: "some hosts of open models",
    breaks: "The name becomes `read_fileread_file`, which is no tool's.",
    rule: "A name that comes again is the same name.",
    law: "The name of a tool call comes once, with its first fragment.",
    contested: "Others split names (TC-09): asked is one rule under which both come out whole.",
    fix: "Names are joined as arguments are: leave out a fragment that equals the name so far.",
    scene: "tools",
    on: "stream",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => {
        const [first, second] = halves(call.arguments);
        return [[begun(call, first)], [{ index: call.index, function: { name: call.name, arguments: second } }]];
      }),
    ),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const seen = new Map<string, unknown>();
      for (const piece of acceptedIn(exchange)) {
        const name = nameOf(piece.entry);
        if (isFilled(name) && seen.get(placeOf(piece)) === name && !isFilled(piece.entry.id))
          return `the name ${name} of a tool call comes again in a later fragment`;
        if (isFilled(name)) seen.set(placeOf(piece), name);
      }
      return undefined;
    },
    expect: "unchanged",
  },
  {
    id: "TC-09",
    name: "names-split-over-fragments",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/continuedev/continue/pull/5849",
    seen: "some gateways",
    breaks: "Only the first piece of the name is kept, which is no tool's.",
    rule: "The pieces of a name are joined; the names of the request's tools tell which is whole.",
    law: "The name of a tool call comes whole, with its first fragment.",
    contested: "Others repeat names (TC-08): asked is one rule under which both come out whole.",
    fix: "The first name is kept for good: join a piece that goes on with it.",
    scene: "tools",
    on: "stream",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => {
        const [first, second] = halves(call.name);
        return [
          [begun({ ...call, name: first })],
          [{ index: call.index, function: { name: second, arguments: call.arguments } }],
        ];
      }),
    ),
    detect: (exchange) => {
      if (!isEventStream(exchange)) return undefined;
      const seen = new Map<string, string>();
      for (const piece of acceptedIn(exchange)) {
        const name = nameOf(piece.entry);
        const before = seen.get(placeOf(piece));
        if (before !== undefined && isFilled(name) && !isFilled(piece.entry.id) && name !== before)
          return `the name of a tool call comes in pieces: ${before}, ${name}`;
        if (isFilled(name)) seen.set(placeOf(piece), name);
      }
      return undefined;
    },
    expect: "unchanged",
  },
];

/** A call in three fragments, a chunk each: its beginning, and its arguments in two pieces. */
function inFragments(call: Parameters<typeof begun>[0]): readonly [WireObject][] {
  const [first, second] = halves(call.arguments);
  return [[begun(call)], [goneOn(call, first)], [goneOn(call, second)]];
}
