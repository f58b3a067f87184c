import type { JSONValue, TurnToolCall } from "../../contract/index.js";
import { isTooDeep } from "../nesting.js";

/** The arguments of one call while they come, in time that grows with their bytes: each is looked at once. */
export interface CallArguments {
  add(fragment: string): void;
  text(): string;
  /** Whether they are complete JSON. */
  isComplete(): boolean;
  /** Whether they are a complete object that is not empty: neither a placeholder nor half of anything. */
  isClosed(): boolean;
  /** Whether a fragment may come now: behind a closed object only white space and the whole of it again. */
  takes(fragment: string): boolean;
  /** The input of the call; arguments that are no JSON, or nested too deeply, are `invalidInput`. */
  input(): Pick<TurnToolCall, "input" | "invalidInput">;
}

export function createCallArguments(parse: (text: string) => unknown = JSON.parse): CallArguments {
  let text = "";
  let scan = createScan();
  /** What the text is as JSON; null until it is asked for. */
  let parsed: { readonly value: JSONValue | undefined } | null = null;

  const value = () => {
    parsed ??= { value: parseJSON(text, parse) };
    return parsed.value;
  };
  const isRepeated = (fragment: string) => fragment.length > 1 && fragment.length === text.length && fragment === text;
  const self: CallArguments = {
    add(fragment) {
      // A placeholder before the real arguments.
      if (scan.state() === "empty object" && fragment.trim() !== "") {
        text = "";
        scan = createScan();
      } else if (isRepeated(fragment) && self.isComplete()) {
        return;
      }
      const before = scan.state();
      text += fragment;
      scan.read(fragment);
      // White space behind a complete value, of which models have sent megabytes, changes nothing.
      if (before === "open" || before === "scalar" || before !== scan.state()) parsed = null;
    },
    text: () => text,
    isComplete() {
      if (scan.state() === "open") return false;
      // A number goes on where one would think it complete; it is short, or none.
      return scan.state() === "scalar" && text.length > 40 ? false : value() !== undefined;
    },
    isClosed: () => scan.state() === "object" && value() !== undefined,
    takes: (fragment) => !self.isClosed() || fragment.trim() === "" || isRepeated(fragment),
    input() {
      // A tool without parameters: https://github.com/openai/openai-agents-js/issues/664
      if (text.trim() === "") return { input: {} };
      const outer = value();
      // Serialised twice.
      const input = typeof outer === "string" ? (parseJSON(outer, parse) ?? outer) : outer;
      return input === undefined || isTooDeep(input) ? { input: {}, invalidInput: text } : { input: input ?? {} };
    },
  };
  return self;
}

/** How far a JSON text has come, by its brackets and quotes alone. */
interface Scan {
  read(fragment: string): void;
  state(): "open" | "scalar" | "object" | "empty object" | "other";
}

function createScan(): Scan {
  let first = "";
  let depth = 0;
  let inString = false;
  let escaped = false;
  let hasKey = false;
  let isOver = false;
  let hasMore = false;

  const readOne = (character: string) => {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === "\\") escaped = true;
      else if (character === '"') {
        inString = false;
        isOver = depth === 0;
      }
      return;
    }
    if (character === " " || character === "\n" || character === "\r" || character === "\t") return;
    hasMore ||= isOver;
    first ||= character;
    if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") isOver = --depth === 0;
    else if (character === ":" && depth === 1) hasKey = true;
  };
  return {
    read(fragment) {
      for (let i = 0; i < fragment.length; i++) readOne(fragment[i] as string);
    },
    state() {
      if (first !== "{" && first !== "[" && first !== '"') return first === "" ? "open" : "scalar";
      if (!isOver || hasMore) return "open";
      if (first !== "{") return "other";
      return hasKey ? "object" : "empty object";
    },
  };
}

function parseJSON(text: string, parse: (text: string) => unknown): JSONValue | undefined {
  try {
    return parse(text) as JSONValue;
  } catch {
    return undefined;
  }
}
