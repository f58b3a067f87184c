import type { JSONValue, TurnToolCall } from "../contract/index.js";

/** The arguments of a call, as text that should be JSON. Those of a tool that takes nothing may be empty. */
export function readInput(text: string): Pick<TurnToolCall, "input" | "invalidInput"> {
  if (text.trim() === "") return { input: {} };
  try {
    return { input: JSON.parse(text) as JSONValue };
  } catch {
    return { input: {}, invalidInput: text };
  }
}
