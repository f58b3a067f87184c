import {
  type AssistantMessage,
  type Content,
  isObject,
  type Message,
  type MessageToolCall,
  type ToolMessage,
  type ToolResult,
} from "../../contract/index.js";
import { type PartLayout, readState } from "./provider-state.js";
import { type Addressee, wirePart } from "./request-parts.js";

/** The conversation as Gemini has it. @throws LLMError `LLM_UNSUPPORTED` for a part that cannot go */
export function toContents(messages: readonly Message[], to: Addressee): object[] {
  const contents: object[] = [];
  let asking: AssistantMessage | undefined;
  for (const message of messages) {
    if (message.role === "user") contents.push({ role: "user", parts: userParts(message.content, to) });
    else if (message.role === "assistant") {
      asking = message;
      const parts = assistantParts(message, to);
      // A content without parts is refused; an empty answer said nothing.
      if (parts.length > 0) contents.push({ role: "model", parts });
    } else contents.push({ role: "user", parts: resultParts(message, asking, to) });
  }
  return contents;
}

function userParts(content: Content, to: Addressee): object[] {
  return typeof content === "string" ? [{ text: content }] : content.map((part) => wirePart(part, to));
}

function assistantParts(message: AssistantMessage, to: Addressee): object[] {
  const layout = readState(to.provider, message);
  const calls = message.toolCalls ?? [];
  return layout === undefined ? foreignParts(message, calls, to) : ownParts(message, calls, layout, to);
}

/**
 * Stands for the signature of a call that no model of Google's made, which is refused without one. It is Google's own
 * word for that: https://ai.google.dev/gemini-api/docs/thought-signatures,
 * https://github.com/continuedev/continue/pull/8865
 */
const noSignature = "skip_thought_signature_validator";

/** A turn of another provider, or one that was made up. Its reasoning is not Gemini's to go on with. */
function foreignParts({ content }: AssistantMessage, calls: readonly MessageToolCall[], to: Addressee): object[] {
  const wireCalls = calls.map((call, i) => ({
    functionCall: wireCall(call),
    ...(to.traits.signedCalls && i === 0 && { thoughtSignature: noSignature }),
  }));
  return [...contentParts(content, to), ...wireCalls];
}

/** A turn of this provider, its parts as they were. */
function ownParts(
  message: AssistantMessage,
  calls: readonly MessageToolCall[],
  layout: readonly PartLayout[],
  to: Addressee,
): object[] {
  const text = createCutter(typeof message.content === "string" ? message.content : undefined, layout, "text");
  const thought = createCutter(message.reasoning ?? "", layout, "thought");
  // A turn that was cut short has calls in its layout that the history does not have.
  const fitsCalls = layout.filter(({ kind }) => kind === "call").length === calls.length;
  const rest = fitsCalls ? calls.values() : [].values();
  const parts: object[] = [];
  for (const part of layout) {
    const signature = part.signature === undefined ? {} : { thoughtSignature: part.signature };
    const call: MessageToolCall | undefined = part.kind === "call" ? rest.next().value : undefined;
    if (part.kind === "other") parts.push({ ...part.part, ...signature });
    else if (part.kind === "text" && text.fits) parts.push({ text: text.next(part.length), ...signature });
    else if (part.kind === "thought" && thought.fits) {
      parts.push({ text: thought.next(part.length), thought: true, ...signature });
    } else if (part.kind === "call" && call) parts.push({ functionCall: wireCall(call, part.id), ...signature });
  }
  if (!text.fits) parts.unshift(...contentParts(message.content, to));
  if (!fitsCalls) parts.push(...calls.map((call) => ({ functionCall: wireCall(call) })));
  return parts;
}

/** @param id as Google sent it. Arguments are an object; what else a foreign call may hold has no place there. */
function wireCall({ name, input }: MessageToolCall, id?: string): object {
  return { ...idField(id), name, args: isObject(input) ? input : {} };
}

function contentParts(content: Content, to: Addressee): object[] {
  return content === "" ? [] : userParts(content, to);
}

/** Cuts a string into the pieces of its layout, if it is still as long as they are together. */
function createCutter(whole: string | undefined, layout: readonly PartLayout[], kind: "text" | "thought") {
  const length = layout.reduce((sum, part) => sum + (part.kind === kind ? (part as { length: number }).length : 0), 0);
  let at = 0;
  return {
    fits: whole?.length === length,
    next(size: number): string {
      at += size;
      return (whole ?? "").slice(at - size, at).toWellFormed();
    },
  };
}

/**
 * One content with a response for each call, in call order, and nothing beside them:
 * https://github.com/cloudwego/eino-ext/issues/571
 */
function resultParts({ results }: ToolMessage, asking: AssistantMessage | undefined, to: Addressee): object[] {
  const calls = asking?.toolCalls ?? [];
  const sent = (asking && readState(to.provider, asking))?.filter((part) => part.kind === "call") ?? [];
  const position = new Map(calls.map(({ id }, i) => [id, i]));
  const fits = sent.length === calls.length;
  return results
    .toSorted((a, b) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0))
    .map((result) => {
      const id = fits ? sent[position.get(result.id) ?? -1]?.id : undefined;
      return { functionResponse: { ...idField(id), name: result.name, response: toResponse(result) } };
    });
}

function idField(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}

/**
 * A response is an object. Anything else goes under the key that stands for an output or an error:
 * https://ai.google.dev/api/caching#FunctionResponse
 */
function toResponse({ output, isError }: ToolResult): object {
  return isObject(output) ? output : { [isError ? "error" : "output"]: output };
}
