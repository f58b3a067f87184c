import { isObject, type JSONValue, type TurnEvent, type TurnToolCall } from "../../contract/index.js";
import { createGrowingText } from "../../generation/index.js";
import { isTooDeep, toText } from "../nesting.js";
import type { PartLayout } from "./provider-state.js";

type Loose = Readonly<Record<string, unknown>>;

/** What the parts of a turn said together. */
export interface CollectedParts {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly TurnToolCall[];
  readonly layout: readonly PartLayout[];
}

/** Takes the parts of an answer as they come. */
export interface PartCollector {
  /** @param events gets what they bring */
  take(parts: unknown, events: TurnEvent[]): void;
  collected(): CollectedParts;
  /** Whether a function call came that has no name. */
  hasNamelessCall(): boolean;
}

/**
 * @param bad refuses what is no part
 * @param parse parses arguments that come as text
 */
export function createPartCollector(
  bad: (what: string) => never,
  parse: (text: string) => unknown = JSON.parse,
): PartCollector {
  const layout: PartLayout[] = [];
  const toolCalls: TurnToolCall[] = [];
  const said = { text: createGrowingText(), thought: createGrowingText() };
  let hasNamelessCall = false;

  const say = (kind: "text" | "thought", piece: string, signature: string | undefined, events: TurnEvent[]) => {
    said[kind].add(piece);
    const last = layout.at(-1);
    // Deltas of one part become one part again; a signature stays on the piece that it came with.
    if (last?.kind === kind && last.signature === undefined && signature === undefined) {
      layout[layout.length - 1] = { kind, length: last.length + piece.length };
    } else if (piece !== "" || signature !== undefined) {
      layout.push({ kind, length: piece.length, ...(signature !== undefined && { signature }) });
    }
    if (piece !== "") events.push({ type: kind === "text" ? "text" : "reasoning", text: piece });
  };

  const call = (wire: Loose, signature: string | undefined, events: TurnEvent[]) => {
    if (typeof wire.name !== "string" || wire.name === "") {
      hasNamelessCall = true;
      return;
    }
    const id = typeof wire.id === "string" && wire.id !== "" ? wire.id : undefined;
    const made: TurnToolCall = { ...(id !== undefined && { id }), name: wire.name, ...readArgs(wire.args, parse) };
    toolCalls.push(made);
    layout.push({ kind: "call", ...(id !== undefined && { id }), ...(signature !== undefined && { signature }) });
    events.push({ type: "tool-call", call: made });
  };

  const takePart = (part: unknown, events: TurnEvent[]) => {
    if (!isObject(part)) return bad("a part of the answer is not an object");
    const { thoughtSignature } = part;
    const signature = typeof thoughtSignature === "string" && thoughtSignature !== "" ? thoughtSignature : undefined;
    if (isObject(part.functionCall)) return call(part.functionCall, signature, events);
    const kind = part.thought === true ? "thought" : "text";
    if (typeof part.text === "string") return say(kind, part.text, signature, events);
    // A signature may come in a part of its own, behind the text.
    const { thoughtSignature: _, ...rest } = part;
    const hasData = Object.keys(rest).some((key) => isObject(rest[key]) && !beside.has(key));
    if (!hasData) return say(kind, "", signature, events);
    layout.push({ kind: "other", part: rest, ...(signature !== undefined && { signature }) });
  };

  return {
    take(parts, events) {
      if (Array.isArray(parts)) for (const part of parts) takePart(part, events);
      else if (parts !== undefined && parts !== null) takePart(parts, events);
    },
    hasNamelessCall: () => hasNamelessCall,
    collected: () => ({ text: said.text.text(), reasoning: said.thought.text(), toolCalls, layout }),
  };
}

/** Objects in a part that say something about its data, and are none. */
const beside: ReadonlySet<string> = new Set(["partMetadata", "videoMetadata", "mediaResolution", "speechMetadata"]);

/**
 * Arguments are an object, left out where there are none. A gateway may send them as a string, also as JSON of JSON, and
 * none of them as an empty list, which is how PHP writes an empty object.
 */
function readArgs(args: unknown, parse: (text: string) => unknown): Pick<TurnToolCall, "input" | "invalidInput"> {
  if (isNothing(args)) return { input: {} };
  const once = typeof args === "string" ? parseJSON(args, parse) : (args as JSONValue);
  const input = typeof args === "string" && typeof once === "string" ? parseJSON(once, parse) : once;
  if (input === undefined || isTooDeep(input)) {
    return { input: {}, invalidInput: typeof args === "string" ? args : toText(args) };
  }
  return { input: isNothing(input) ? {} : input };
}

function isNothing(args: unknown): boolean {
  return args === undefined || args === null || args === "" || (Array.isArray(args) && args.length === 0);
}

function parseJSON(text: string, parse: (text: string) => unknown): JSONValue | undefined {
  try {
    return parse(text) as JSONValue;
  } catch {
    return undefined;
  }
}
