import { isObject } from "../../contract/index.js";
import { toText } from "../nesting.js";

/** A piece of a call, whatever form the server gave it. */
export interface CallFragment {
  /** Absent where the provider leaves it out. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: string;
  readonly extraContent?: unknown;
}

/** Reads one entry of `tool_calls`. @returns undefined where it says nothing */
export function readFragment(entry: unknown): CallFragment | undefined {
  if (!isObject(entry)) return undefined;
  const called = isObject(entry.function) ? entry.function : entry;
  const { name, arguments: args } = called;
  const index = typeof entry.index === "string" ? Number.parseInt(entry.index, 10) : entry.index;
  const id = typeof entry.id === "number" ? String(entry.id) : entry.id;
  const fragment: CallFragment = {
    index: typeof index === "number" && Number.isInteger(index) ? index : undefined,
    id: typeof id === "string" && id.trim() !== "" ? id : undefined,
    name: typeof name === "string" ? name : "",
    // A server release sent the object itself: https://github.com/ggml-org/llama.cpp/issues/20198
    arguments: typeof args === "string" ? args : args === undefined || args === null ? "" : toText(args),
    extraContent: isObject(entry.extra_content) ? entry.extra_content : undefined,
  };
  const isEmpty = fragment.name === "" && fragment.arguments === "" && fragment.id === undefined;
  return isEmpty && fragment.extraContent === undefined ? undefined : fragment;
}
