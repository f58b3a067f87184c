import type { LLMStream } from "../../contract/index.js";
import type { AISDKWarning } from "./to-request.js";
import { type AISDKStreamPart, toEnd, toMetadata, toSource, toToolCall } from "./to-result.js";

/**
 * A stream as the AI SDK reads one: pulled, closed when it is cancelled, and a failure on the way told as an `error` part.
 * @param toError makes the SDK's error of what the stream rejects with
 */
export function toStreamParts(
  stream: LLMStream,
  warnings: AISDKWarning[],
  toError: (error: unknown) => unknown,
): ReadableStream<AISDKStreamPart> {
  const parts = readParts(stream, warnings);
  return new ReadableStream<AISDKStreamPart>({
    async pull(controller) {
      try {
        const next = await parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.enqueue({ type: "error", error: toError(error) });
        controller.close();
      }
    },
    cancel: () => stream.close(),
  });
}

async function* readParts(stream: LLMStream, warnings: AISDKWarning[]): AsyncGenerator<AISDKStreamPart> {
  yield { type: "stream-start", warnings };
  let open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;
  let blocks = 0;
  for await (const event of stream) {
    const kind = event.type === "text" || event.type === "reasoning" ? event.type : undefined;
    if (open && open.kind !== kind && event.type !== "tool-result") {
      yield { type: `${open.kind}-end`, id: open.id };
      open = undefined;
    }
    if (event.type === "text" || event.type === "reasoning") {
      if (!open) {
        open = { kind: event.type, id: `${event.type}-${blocks++}` };
        yield { type: `${event.type}-start`, id: open.id };
      }
      yield { type: `${event.type}-delta`, id: open.id, delta: event.text };
    } else if (event.type === "tool-call") {
      const call = toToolCall(event.call);
      yield { type: "tool-input-start", id: call.toolCallId, toolName: call.toolName };
      yield { type: "tool-input-delta", id: call.toolCallId, delta: call.input };
      yield { type: "tool-input-end", id: call.toolCallId };
      yield call;
    } else if (event.type === "finish") {
      const { response } = event;
      yield { type: "response-metadata", modelId: response.model };
      yield* response.sources.map(toSource);
      const metadata = toMetadata(response);
      // Known at the end alone; an empty part carries it.
      if (metadata)
        yield* [
          { type: "reasoning-start" as const, id: "state" },
          { type: "reasoning-end" as const, id: "state", providerMetadata: metadata },
        ];
      yield { type: "finish", ...toEnd(response) };
    }
  }
}
