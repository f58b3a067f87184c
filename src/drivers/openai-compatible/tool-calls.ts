import type { TurnToolCall } from "../../contract/index.js";
import { type CallArguments, createCallArguments } from "./call-arguments.js";
import { type CallFragment, readFragment } from "./call-fragment.js";

/** A call while it is put together. */
interface PartialCall {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: CallArguments;
  extraContent: unknown;
  /** Told to the caller: it can no longer change. */
  isAnnounced: boolean;
}

/** Puts tool calls together from whole ones and from fragments, one accumulator for every host. */
export interface ToolCallCollector {
  /** Takes the streamed `tool_calls` of one chunk. */
  addDeltas(entries: readonly unknown[]): void;
  /** Takes a message's `tool_calls`: each a call of its own, whatever its id, or one that deltas have brought before. */
  addMessage(entries: readonly unknown[]): void;
  /**
   * The calls that are to be announced now, in order. Fragments of several calls may come in turns, and a finish reason
   * before the arguments; so a call is announced once its arguments are an object that is closed and not empty, which
   * nothing can follow, and another has begun or a finish reason has come. All others wait for the end.
   */
  announce(when: "more may come" | "finished" | "at the end"): TurnToolCall[];
  /** The calls in the order of their beginning; arguments that are no JSON are `invalidInput`. */
  calls(): TurnToolCall[];
  /** Whether the arguments of a call broke off. */
  isCut(): boolean;
  extraContent(): unknown[];
}

/**
 * @param declared the names of the request's tools
 * @param bad refuses what contradicts itself
 * @param parse parses the arguments
 */
export function createToolCallCollector(
  declared: readonly string[],
  bad: (what: string) => never,
  parse?: (text: string) => unknown,
): ToolCallCollector {
  const collected: PartialCall[] = [];
  const byIndex = new Map<number, PartialCall>();
  const byId = new Map<string, PartialCall>();
  let announced = 0;

  const begin = ({ index, id, name, arguments: args, extraContent }: CallFragment): PartialCall => {
    const call = { index, id, name, arguments: createCallArguments(parse), extraContent, isAnnounced: false };
    call.arguments.add(args);
    collected.push(call);
    if (index !== undefined) byIndex.set(index, call);
    if (id !== undefined) byId.set(id, call);
    return call;
  };

  const goOn = (call: PartialCall, fragment: CallFragment) => {
    if (call.isAnnounced) {
      if (!call.arguments.takes(fragment.arguments)) bad("a tool call goes on after its arguments were complete");
    } else {
      call.name = joinName(call.name, fragment.name, declared);
      call.arguments.add(fragment.arguments);
    }
    if (call.id === undefined && fragment.id !== undefined) {
      call.id = fragment.id;
      byId.set(fragment.id, call);
    }
    call.extraContent ??= fragment.extraContent;
  };

  /**
   * The call that a fragment goes on with; undefined where it begins one. Servers leave the index out
   * (https://github.com/openai/openai-python/issues/2806), give every call the same one
   * (https://github.com/lobehub/lobehub/issues/10201), or send no ids (https://github.com/anomalyco/opencode/pull/47954).
   * @param before the calls that this chunk has brought already
   */
  const callOf = (fragment: CallFragment, before: ReadonlySet<PartialCall>): PartialCall | undefined => {
    const { index, id, name } = fragment;
    const atIndex = index === undefined ? collected.at(-1) : byIndex.get(index);
    const unlessAnother = (call: PartialCall | undefined) => {
      if (!call || beginsAnother(call, fragment, declared)) return undefined;
      return before.has(call) && isTwin(call, fragment) ? undefined : call;
    };
    if (id !== undefined) {
      const known = atIndex?.id === id ? atIndex : byId.get(id);
      // Two calls may share an id: https://github.com/xorbitsai/inference/issues/4237
      const elsewhere = index !== undefined && known?.index !== undefined && known.index !== index;
      if (known) return elsewhere && name !== "" ? undefined : unlessAnother(known);
      // The id may come late; another id at the same place is another call.
      return atIndex && atIndex.id === undefined ? unlessAnother(atIndex) : undefined;
    }
    if (index === undefined && name !== "" && atIndex && name !== atIndex.name && declared.includes(name)) {
      return declared.includes(atIndex.name + name) ? atIndex : undefined;
    }
    return unlessAnother(atIndex);
  };

  return {
    addDeltas(entries) {
      const before = new Set<PartialCall>();
      for (const fragment of entries.map(readFragment)) {
        if (!fragment) continue;
        const call = callOf(fragment, before);
        if (call) goOn(call, fragment);
        before.add(call ?? begin(fragment));
      }
    },

    addMessage(entries) {
      const known = new Set(collected);
      for (const fragment of entries.map(readFragment)) {
        if (!fragment) continue;
        const repeated = firstOf(known, (call) => isRepeated(call, fragment));
        if (!repeated) begin(fragment);
        else if (!repeated.arguments.isComplete()) {
          repeated.arguments = createCallArguments(parse);
          repeated.arguments.add(fragment.arguments);
        }
        if (repeated) known.delete(repeated);
      }
    },

    announce(when) {
      const calls: TurnToolCall[] = [];
      for (; announced < collected.length; announced++) {
        const call = collected[announced] as PartialCall;
        const isLast = announced === collected.length - 1;
        if (isLast && when === "more may come") break;
        if (when !== "at the end" && (call.name === "" || !call.arguments.isClosed())) break;
        const made = toCall(call);
        if (made.invalidInput !== undefined) break;
        call.isAnnounced = true;
        calls.push(made);
      }
      return calls;
    },

    calls: () => collected.map(toCall),

    isCut: () => collected.some(({ arguments: args }) => args.text().trim() !== "" && !args.isComplete()),

    extraContent: () => collected.map((call) => call.extraContent),
  };
}

/** Whether a fragment that seems to go on with a call is the next one in truth. */
function beginsAnother(call: PartialCall, fragment: CallFragment, declared: readonly string[]): boolean {
  const { name, arguments: args } = fragment;
  if (name === "") return false;
  if (name !== call.name && declared.includes(name) && declared.includes(call.name)) {
    return !declared.includes(call.name + name);
  }
  if (args.trim() === "" || !call.arguments.isComplete()) return false;
  const text = call.arguments.text();
  return text !== "{}" && args !== text;
}

/** Whether a fragment is a whole call, the same as the one before it in its chunk: the model asked twice. */
function isTwin({ name, arguments: args }: PartialCall, fragment: CallFragment): boolean {
  const isSame = name !== "" && fragment.name === name && fragment.arguments === args.text();
  return isSame && (fragment.arguments === "" || args.isComplete());
}

/** Whether an entry of a last message is a call that deltas have brought. */
function isRepeated(call: PartialCall, { id, name, arguments: args }: CallFragment): boolean {
  if (id !== undefined && call.id !== undefined) return id === call.id && (name === "" || name === call.name);
  return name === call.name && (!call.arguments.isComplete() || args.trim() === call.arguments.text().trim());
}

function firstOf<T>(items: Iterable<T>, fits: (item: T) => boolean): T | undefined {
  for (const item of items) if (fits(item)) return item;
  return undefined;
}

/**
 * Some repeat the name in every delta, some split it: https://github.com/NousResearch/hermes-agent/pull/12230 and
 * https://github.com/continuedev/continue/pull/5849. The declared names tell which.
 */
function joinName(name: string, fragment: string, declared: readonly string[]): string {
  if (fragment === "" || name === "") return name + fragment;
  const joined = name + fragment;
  if (declared.some((tool) => tool.length >= joined.length && tool.startsWith(joined))) return joined;
  if (fragment === name || declared.includes(name)) return name;
  return declared.includes(fragment) ? fragment : joined;
}

function toCall({ id, name, arguments: args }: PartialCall): TurnToolCall {
  return { ...(id !== undefined && { id }), name, ...args.input() };
}
