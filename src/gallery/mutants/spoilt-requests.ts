import type { LLMRequest, Tool, ToolContext, TurnRequest } from "../../contract/index.js";

/** Leaves fields of a request out. */
export const without =
  (...fields: readonly (keyof LLMRequest)[]) =>
  (request: LLMRequest): LLMRequest =>
    Object.fromEntries(
      Object.entries(request).filter(([name]) => !fields.includes(name as never)),
    ) as unknown as LLMRequest;

/** Leaves out every part that is no text. */
export const textOnly = (request: LLMRequest): LLMRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? { ...message, content: message.content.filter((part) => part.type === "text") }
      : message,
  ),
});

/** A tool whose handler is given a signal that never fires. */
export const withAnotherSignal = (tool: Tool): object =>
  tool.execute
    ? {
        execute: (input: unknown, context: ToolContext) =>
          tool.execute?.(input, { ...context, signal: new AbortController().signal }),
      }
    : {};

/** A turn's request without some of its fields. */
export function withoutFields(request: TurnRequest, ...fields: readonly (keyof TurnRequest)[]): TurnRequest {
  return without(...fields)(request) as TurnRequest;
}
