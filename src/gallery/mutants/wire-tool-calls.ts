import { isObject } from "../../contract/index.js";
import { misreads, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { choiceIn, objectIn, reading, readingAnswers } from "../read-wrongly.js";

const openai = (misread: (body: string) => string) => misreads("openai", misread);

const listOf = (value: unknown): readonly WireBody[] => (Array.isArray(value) ? value.filter(isObject) : []);
const functionOf = (entry: WireBody): WireBody => (isObject(entry.function) ? entry.function : {});

/** Every entry of `tool_calls` as a parser reads it; those that it makes nothing of are left out. */
const readingCalls = (read: (entry: WireBody, position: number) => WireBody | undefined) =>
  readingAnswers((answer) =>
    Array.isArray(answer.tool_calls)
      ? { ...answer, tool_calls: listOf(answer.tool_calls).flatMap((entry, i) => read(entry, i) ?? []) }
      : answer,
  );

/** A call while a parser puts it together. */
interface Joined {
  id?: unknown;
  name?: unknown;
  args: string;
  first: string;
}

/** How a parser puts the fragments of a stream together. What is absent is done as it should be. */
interface Accumulator {
  /** Where it looks for the call of a fragment. */
  readonly key?: (entry: WireBody, latest: unknown) => unknown;
  readonly id?: (call: Joined, entry: WireBody) => unknown;
  readonly name?: (call: Joined, name: unknown, entry: WireBody) => unknown;
  readonly finish?: (calls: readonly Joined[], keys: readonly unknown[]) => readonly Joined[];
}

/** Calls as an accumulator has put them together, all in one chunk in the place of the first of theirs. */
const accumulating = ({ key, id, name, finish = (calls) => calls }: Accumulator) =>
  openai((body) => {
    if (!body.startsWith("data:")) return body;
    const calls = new Map<unknown, Joined>();
    let latest: unknown;
    reading((chunk) => {
      for (const entry of listOf((choiceIn(chunk).delta as WireBody | undefined)?.tool_calls)) {
        const at = key ? key(entry, latest) : entry.index;
        const call = calls.get(at) ?? { args: "", first: String(functionOf(entry).arguments ?? "") };
        call.id = id ? id(call, entry) : call.id || entry.id;
        const called = functionOf(entry).name;
        call.name = name ? name(call, called, entry) : call.name || called;
        call.args += String(functionOf(entry).arguments ?? "");
        calls.set(at, call);
        latest = at;
      }
      return chunk;
    })(body);
    let isTold = false;
    return reading((chunk) => {
      const choice = choiceIn(chunk);
      if (!isObject(choice.delta) || listOf(choice.delta.tool_calls).length === 0) return chunk;
      if (isTold) return undefined;
      isTold = true;
      const told = finish([...calls.values()], [...calls.keys()]).map((call, index) => ({
        ...{ index, id: call.id, type: "function" },
        function: { name: call.name, arguments: call.args },
      }));
      return { ...chunk, choices: [{ ...choice, delta: { ...choice.delta, tool_calls: told } }] };
    })(body);
  });

/** The arguments of every call as a parser reads them; `undefined`: it makes nothing of the call. */
const readingArguments = (read: (args: unknown) => string | undefined) =>
  openai(
    readingCalls((entry) => {
      const args = read(functionOf(entry).arguments);
      return args === undefined ? undefined : { ...entry, function: { ...functionOf(entry), arguments: args } };
    }),
  );

const noCalls = /: `text`: expected .*, got ''|a rejection with LLM_PROVIDER_ERROR/s;
const otherCalls = /: `toolCalls`/;

/** What a careless parser makes of tool calls. */
export const wireToolCallMutants: LLMMutants = {
  "drops-calls-without-an-id": [
    "OpenAIToolCalls/calls-without-an-id",
    noCalls,
    openai(readingCalls((entry) => (functionOf(entry).name && !entry.id ? undefined : entry))),
  ],
  "takes-text-for-an-id-and-nothing-else": [
    "OpenAIToolCalls/ids-that-are-numbers",
    noCalls,
    openai(readingCalls((entry) => (typeof (entry.id ?? "") === "string" ? entry : undefined))),
  ],
  "joins-by-the-index-that-is-not-there": ["OpenAIToolCalls/fragments-without-an-index", otherCalls, accumulating({})],
  "joins-by-the-index-alone": ["OpenAIToolCalls/one-index-for-all-calls", otherCalls, accumulating({})],
  "counts-calls-up-from-nought": [
    "OpenAIToolCalls/indexes-with-gaps",
    otherCalls,
    accumulating({ finish: (calls, keys) => calls.filter((_, i) => Number(keys[i]) < calls.length) }),
  ],
  "keeps-calls-by-their-id": [
    "OpenAIToolCalls/one-id-for-two-calls",
    otherCalls,
    openai((body) => {
      const seen = new Set<unknown>();
      return readingCalls((entry) => {
        if (!functionOf(entry).name) return entry;
        if (seen.has(entry.id)) return undefined;
        seen.add(entry.id);
        return entry;
      })(body);
    }),
  ],
  "joins-names-as-arguments": [
    "OpenAIToolCalls/names-repeated-in-every-fragment",
    otherCalls,
    accumulating({ name: ({ name = "" }, piece) => `${name}${piece ?? ""}` }),
  ],
  "keeps-the-first-piece-of-a-name": ["OpenAIToolCalls/names-split-over-fragments", otherCalls, accumulating({})],
  "takes-the-first-fragment-for-the-call": [
    "OpenAIToolCalls/arguments-in-crumbs",
    otherCalls,
    accumulating({ finish: (calls) => calls.map((call) => ({ ...call, args: call.first })) }),
  ],
  "reads-one-call-a-chunk": [
    "OpenAIToolCalls/whole-calls-in-one-chunk",
    otherCalls,
    openai((body) =>
      body.startsWith("data:") ? readingCalls((entry, i) => (i === 0 ? entry : undefined))(body) : body,
    ),
  ],
  "adds-fragments-to-the-latest-call": [
    "OpenAIToolCalls/fragments-in-turns",
    otherCalls,
    accumulating({ key: (entry, latest) => (entry.id ? entry.index : latest) }),
  ],
  "lets-an-empty-name-stand-for-the-name": [
    "OpenAIToolCalls/empty-ids-and-names-in-later-fragments",
    /a rejection with LLM_BAD_RESPONSE/,
    accumulating({ name: (call, name) => (name === undefined ? call.name : (name ?? "")) }),
  ],
  "wants-a-function-in-the-first-fragment": [
    "OpenAIToolCalls/an-id-before-the-function",
    noCalls,
    openai((body) => {
      const lost = new Set<unknown>();
      return readingCalls((entry) => {
        if (!entry.function) lost.add(entry.index);
        return lost.has(entry.index) ? undefined : entry;
      })(body);
    }),
  ],
  "keeps-the-name-that-comes-first": [
    "OpenAIToolCalls/an-empty-name-before-the-name",
    /a rejection with LLM_BAD_RESPONSE/,
    accumulating({ name: (call, name) => call.name ?? name }),
  ],
  "writes-an-object-as-text": [
    "OpenAIToolCalls/arguments-that-are-an-object",
    otherCalls,
    readingArguments((args) => String(args ?? "")),
  ],
  "waits-for-arguments-that-never-come": [
    "OpenAIToolCalls/arguments-that-are-empty",
    noCalls,
    openai((body) =>
      /"arguments":"[^"]/.test(body)
        ? body
        : readingCalls((entry) => (functionOf(entry).arguments === "" ? undefined : entry))(body),
    ),
  ],
  "takes-null-for-no-call": [
    "OpenAIToolCalls/arguments-that-are-null",
    noCalls,
    readingArguments((args) => (args === null ? undefined : (args as string))),
  ],
  "parses-arguments-once": [
    "OpenAIToolCalls/arguments-encoded-twice",
    otherCalls,
    // The driver behind it undoes one encoding, so that what it hands on is what stood in the outer one.
    readingArguments((args) => {
      const isTwice = typeof args === "string" && args.startsWith('"') && objectIn(JSON.parse(args)) !== undefined;
      return isTwice ? JSON.stringify(args) : (args as string);
    }),
  ],
  "counts-brackets-within-texts": [
    "OpenAIToolCalls/arguments-of-any-text",
    otherCalls,
    accumulating({ finish: (calls) => calls.map((call) => ({ ...call, args: untilBalanced(call.args) })) }),
  ],
};

/** A text up to where as many brackets are closed as were opened, whatever they stand in. */
function untilBalanced(text: string): string {
  let depth = 0;
  const end = [...text].findIndex((character) => {
    if (character === "{") depth++;
    return character === "}" && --depth === 0;
  });
  return end < 0 ? text : [...text].slice(0, end + 1).join("");
}
