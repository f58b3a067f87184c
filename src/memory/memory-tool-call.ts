import { randomUUID } from "node:crypto";
import type { ScriptedToolCall } from "../contract/index.js";

/**
 * One tool call for a script, with an id of its own.
 * @param input the arguments, as an object
 */
export function memoryToolCall(name: string, input: object = {}): ScriptedToolCall {
  return { id: `memory_${randomUUID().replaceAll("-", "")}`, name, input };
}
