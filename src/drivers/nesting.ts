import { isObject } from "../contract/index.js";
import { stringifyExactly } from "../generation/index.js";

/**
 * The levels that the arguments of a call may have. The contract's messages, which hold them, carry 500 in all; and no tool
 * takes as many. What is deeper is a model that has lost count of its brackets.
 */
const maxNesting = 480;

/** Whether a JSON value is nested deeper than the contract carries. Walked level by level: a stack would overflow. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxNesting) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return isObject(value) || Array.isArray(value);
}

/** A value as JSON; of one that is too deep even for that, what it is. */
export function toText(value: unknown): string {
  try {
    return stringifyExactly(value) ?? "";
  } catch {
    return "(nested too deeply to be told)";
  }
}
