import { isObject, type JSONValue, type TurnToolCall } from "../../contract/index.js";

/** A call while it is put together. */
interface PartialCall {
  /** Absent where the provider leaves it out. */
  index?: number | undefined;
  id?: string | undefined;
  name: string;
  arguments: string;
  extraContent?: unknown;
}

/** A piece of a call, whatever form the server gave it. */
interface Fragment {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: string;
  readonly extraContent?: unknown;
}

/** Puts tool calls together from whole ones and from fragments, one accumulator for every host. */
export interface ToolCallCollector {
  /** Takes one entry of a streamed `tool_calls`. */
  add(entry: unknown): void;
  /** Takes one entry of a message's `tool_calls`: a call of its own, whatever its id. */
  addWhole(entry: unknown): void;
  readonly count: number;
  /** The calls in the order of their beginning. @throws nothing: arguments that are no JSON are `invalidInput` */
  calls(): TurnToolCall[];
  /** Whether the call at a position has arguments that are complete JSON. */
  isComplete(position: number): boolean;
  extraContent(): unknown[];
}

/** @param declared the names of the request's tools */
export function createToolCallCollector(declared: readonly string[]): ToolCallCollector {
  const collected: PartialCall[] = [];

  const begin = ({ index, id, name, arguments: args, extraContent }: Fragment) => {
    collected.push({ index, id, name, arguments: args, extraContent });
  };

  const continued = (call: PartialCall, fragment: Fragment) => {
    call.id ??= fragment.id;
    call.name = joinName(call.name, fragment.name, declared);
    call.arguments = joinArguments(call.arguments, fragment.arguments);
    call.extraContent ??= fragment.extraContent;
  };

  return {
    add(entry) {
      const fragment = readFragment(entry);
      if (!fragment) return;
      const call = callOf(fragment, collected, declared);
      if (call) continued(call, fragment);
      else begin(fragment);
    },
    addWhole(entry) {
      const fragment = readFragment(entry);
      if (fragment) begin(fragment);
    },
    get count() {
      return collected.length;
    },
    calls: () => collected.map(toCall),
    isComplete: (position) => isJSON(collected[position]?.arguments ?? ""),
    extraContent: () => collected.map((call) => call.extraContent),
  };
}

/**
 * The call that a fragment goes on with; undefined where it begins one. Servers leave the index out
 * (https://github.com/openai/openai-python/issues/2806), give every call the same one
 * (https://github.com/lobehub/lobehub/issues/10201), or send no ids (https://github.com/anomalyco/opencode/pull/47954).
 */
function callOf(
  fragment: Fragment,
  calls: readonly PartialCall[],
  declared: readonly string[],
): PartialCall | undefined {
  const { index, id, name } = fragment;
  const atIndex = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  const goesOn = (call: PartialCall | undefined) =>
    call && !beginsAnother(call, fragment, declared) ? call : undefined;
  if (id !== undefined) {
    const known = atIndex?.id === id ? atIndex : calls.findLast((call) => call.id === id);
    // Two calls may share an id: https://github.com/xorbitsai/inference/issues/4237
    const elsewhere = index !== undefined && known?.index !== undefined && known.index !== index;
    if (known) return elsewhere && name !== "" ? undefined : goesOn(known);
    // The id may come late; another id at the same place is another call.
    return atIndex && atIndex.id === undefined ? goesOn(atIndex) : undefined;
  }
  if (index === undefined && name !== "" && atIndex && name !== atIndex.name && declared.includes(name)) {
    return declared.includes(atIndex.name + name) ? atIndex : undefined;
  }
  return goesOn(atIndex);
}

/** Whether a fragment that seems to go on with a call is the next one in truth. */
function beginsAnother(call: PartialCall, fragment: Fragment, declared: readonly string[]): boolean {
  const { name, arguments: args } = fragment;
  if (name === "") return false;
  if (name !== call.name && declared.includes(name) && declared.includes(call.name)) {
    return !declared.includes(call.name + name);
  }
  return args !== "" && args !== call.arguments && call.arguments !== "{}" && isJSON(call.arguments);
}

/**
 * Some repeat the name in every delta, some split it: https://github.com/NousResearch/hermes-agent/pull/12230 and
 * https://github.com/continuedev/continue/pull/5849. The declared names tell which.
 */
function joinName(name: string, fragment: string, declared: readonly string[]): string {
  if (fragment === "" || name === "") return name + fragment;
  const joined = name + fragment;
  if (declared.some((tool) => tool.startsWith(joined))) return joined;
  if (fragment === name || declared.includes(name)) return name;
  return declared.includes(fragment) ? fragment : joined;
}

function joinArguments(before: string, fragment: string): string {
  // A placeholder before the real arguments, or the whole again after its pieces.
  if (before.trim() === "{}" && fragment.trim() !== "") return fragment;
  if (fragment.length > 1 && fragment === before && isJSON(before)) return before;
  return before + fragment;
}

function readFragment(entry: unknown): Fragment | undefined {
  if (!isObject(entry)) return undefined;
  const called = isObject(entry.function) ? entry.function : entry;
  const { name, arguments: args } = called;
  const index = typeof entry.index === "string" ? Number.parseInt(entry.index, 10) : entry.index;
  const id = typeof entry.id === "number" ? String(entry.id) : entry.id;
  const fragment: Fragment = {
    ...(typeof index === "number" && Number.isInteger(index) && { index }),
    ...(typeof id === "string" && id.trim() !== "" && { id }),
    name: typeof name === "string" ? name : "",
    // A server release sent the object itself: https://github.com/ggml-org/llama.cpp/issues/20198
    arguments: typeof args === "string" ? args : args === undefined || args === null ? "" : JSON.stringify(args),
    ...(isObject(entry.extra_content) && { extraContent: entry.extra_content }),
  };
  const isEmpty = fragment.name === "" && fragment.arguments === "" && fragment.id === undefined;
  return isEmpty && fragment.extraContent === undefined ? undefined : fragment;
}

function toCall({ id, name, arguments: args }: PartialCall): TurnToolCall {
  const input = parseArguments(args);
  return {
    ...(id !== undefined && { id }),
    name,
    ...(input === undefined ? { input: {}, invalidInput: args } : { input }),
  };
}

/** @returns undefined where they are not complete JSON */
function parseArguments(args: string): JSONValue | undefined {
  // A tool without parameters: https://github.com/openai/openai-agents-js/issues/664
  if (args.trim() === "") return {};
  const value = parseJSON(args);
  // Serialised twice.
  const unwrapped = typeof value === "string" ? (parseJSON(value) ?? value) : value;
  return unwrapped === null ? {} : unwrapped;
}

function parseJSON(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text) as JSONValue;
  } catch {
    return undefined;
  }
}

function isJSON(text: string): boolean {
  return parseJSON(text) !== undefined;
}
