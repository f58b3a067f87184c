import {
  isLLMError,
  type LLM,
  type LLMRequest,
  type Tool,
  type Turn,
  type TurnContext,
  type TurnEvent,
} from "../contract/index.js";
import {
  batchesOf,
  type DriverWrapper,
  dressed,
  finishReason,
  type InBatches,
  inBatches,
  overDriver,
  wrapLLM,
} from "../generation/index.js";
import type { DebugEvent, EventSink } from "./debug-event.js";
import type { Logger } from "./logger.js";

export interface ObservedOptions {
  /** Gets every event at `debug`, errors at `error`. */
  readonly logger?: Logger | undefined;
  readonly sink?: EventSink | undefined;
}

/**
 * The same model, watched: every call of it, every tool that starts and ends, the usage, the errors. Put it outermost; what
 * is seen does not change what happens.
 * @throws LLMError `LLM_INVALID_CONFIG` for an LLM that `createLLM` did not build
 */
export function observed(llm: LLM, { logger, sink }: ObservedOptions): LLM {
  const send = (event: DebugEvent) => {
    try {
      logger?.[event.type === "error" ? "error" : "debug"](event, event.type);
    } catch {
      // A logger that fails fails alone, and so does a sink.
    }
    void (async () => sink?.send(event))().catch(() => {});
  };
  return dressed(wrapLLM(llm, watching(send)), (inner) => ({
    ...inner,
    generate: (request, options) => inner.generate(withWatchedTools(request, send), options),
    stream: (request, options) => inner.stream(withWatchedTools(request, send), options),
  }));
}

type Send = (event: DebugEvent) => void;

function watching(send: Send): DriverWrapper {
  return (driver) => {
    const { streamTurn } = driver;
    const failed = (thrown: unknown): never => {
      send(toErrorEvent(thrown));
      throw thrown;
    };
    const asked = (model = driver.model, { step }: TurnContext, streamed: boolean) => {
      send({ type: "model-call", model, step, streamed });
      return (turn: Turn) => {
        const { toolCalls = [], usage } = turn;
        const reason = finishReason(turn.providerFinishReason, turn.finishReason, toolCalls.length);
        const calls = toolCalls.map(({ name }) => name);
        send({ type: "model-answer", model: turn.model ?? model, step, finishReason: reason, calls });
        if (usage) send({ type: "usage", step, usage });
      };
    };
    return overDriver(driver, {
      async turn(request, context) {
        const answered = asked(request.model, context, false);
        const turn = await driver.turn(request, context).catch(failed);
        answered(turn);
        return turn;
      },
      ...(streamTurn && {
        async streamTurn(request, context) {
          const answered = asked(request.model, context, true);
          const events = await streamTurn.call(driver, request, context).catch(failed);
          return watchedStream(events, answered, failed);
        },
      }),
    });
  };
}

/** The same stream in the same batches. */
function watchedStream(
  events: AsyncIterable<TurnEvent>,
  answered: (turn: Turn) => void,
  failed: (thrown: unknown) => never,
): AsyncIterable<TurnEvent> & InBatches<TurnEvent> {
  function* looked(batch: Iterable<TurnEvent>): Generator<TurnEvent> {
    try {
      for (const event of batch) {
        if (event.type === "turn") answered(event.turn);
        yield event;
      }
    } catch (thrown) {
      failed(thrown);
    }
  }
  const open = () => {
    const source = batchesOf(events);
    return {
      async next(): Promise<IteratorResult<Iterable<TurnEvent>, undefined>> {
        const next = await source.next().catch(failed);
        return next.done ? { done: true, value: undefined } : { done: false, value: looked(next.value) };
      },
      async return(): Promise<IteratorResult<Iterable<TurnEvent>, undefined>> {
        await source.return?.();
        return { done: true, value: undefined };
      },
    };
  };
  return {
    [inBatches]: open,
    async *[Symbol.asyncIterator]() {
      for await (const batch of { [Symbol.asyncIterator]: open }) yield* batch;
    },
  };
}

/** What is no request stays what it is: it is refused as ever. */
function withWatchedTools(request: LLMRequest, send: Send): LLMRequest {
  if (!Array.isArray(request?.tools)) return request;
  return { ...request, tools: request.tools.map((tool: Tool) => watchedTool(tool, send)) };
}

function watchedTool(tool: Tool, send: Send): Tool {
  if (typeof tool?.execute !== "function") return tool;
  return {
    ...tool,
    async execute(input, context) {
      const about = { tool: tool.name, callId: context.call.id };
      send({ type: "tool-start", ...about });
      let failed = true;
      try {
        const output = await tool.execute?.(input, context);
        failed = false;
        return output;
      } finally {
        send({ type: "tool-end", ...about, failed });
      }
    },
  };
}

function toErrorEvent(thrown: unknown): DebugEvent {
  if (!isLLMError(thrown)) return { type: "error", code: "unknown", message: "the driver threw what is no LLMError" };
  const { code, message } = thrown;
  return { type: "error", code, message, ...("kind" in thrown && { kind: String(thrown.kind) }) };
}
