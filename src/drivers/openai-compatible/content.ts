import { isObject } from "../../contract/index.js";
import { reasoningFields } from "./provider-state.js";

/** What a message or a delta says, told apart. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  /** The field that the reasoning stood in, where it has one of its own. */
  readonly reasoningField?: string | undefined;
}

/**
 * Content is a string, or a list of typed parts of which some are thoughts; parts of an unknown type are left out:
 * https://github.com/vercel/ai/pull/17779
 * @returns undefined where it is neither
 */
export function readContent(content: unknown): { text: string; reasoning: string } | undefined {
  if (typeof content === "string") return { text: content, reasoning: "" };
  if (content === null || content === undefined) return { text: "", reasoning: "" };
  const parts = Array.isArray(content) ? content : isObject(content) ? [content] : undefined;
  if (!parts) return undefined;
  let text = "";
  let reasoning = "";
  for (const part of parts as unknown[]) {
    if (typeof part === "string") text += part;
    else if (!isObject(part)) continue;
    else if (part.type === "thinking" || part.type === "reasoning") {
      const inner = readContent(part.thinking ?? part.reasoning ?? part.text);
      reasoning += inner ? inner.text + inner.reasoning : "";
    } else if (part.type === "text" || part.type === "output_text" || part.type === undefined) {
      if (typeof part.text === "string") text += part.text;
    }
  }
  return { text, reasoning };
}

/**
 * The reasoning of a message or delta: from one field only, as some servers send two copies.
 * @param known the field that it came under before
 */
export function readReasoning(
  message: Readonly<Record<string, unknown>>,
  known: string | undefined,
): Omit<Said, "text"> {
  const field = known !== undefined && isFilled(message[known]) ? known : firstFilled(message);
  return field === undefined ? none : { reasoning: message[field] as string, reasoningField: field };
}

const none = { reasoning: "" };

function firstFilled(message: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of reasoningFields) if (isFilled(message[field])) return field;
  return undefined;
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
