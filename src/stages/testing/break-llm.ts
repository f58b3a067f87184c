import type {
  Driver,
  LLM,
  LLMRequest,
  LLMResponse,
  LLMStream,
  Message,
  StreamEvent,
  Tool,
  Turn,
  TurnRequest,
} from "../../contract/index.js";
import { overDriver, wrapLLM } from "../../generation/index.js";
import { memoryLLM } from "../../memory/index.js";
import type { StageOptions } from "../../suite/index.js";

/** Makes an LLM with one defect. */
export type Broken = (stage: StageOptions) => LLM;

/** Another method or field here and there, the rest as it should be. Getters stay getters. */
export function broken(defect: (llm: LLM) => object): Broken {
  return ({ script }) => {
    const llm = memoryLLM(...script);
    return Object.defineProperties({ ...llm }, Object.getOwnPropertyDescriptors(defect(llm))) as LLM;
  };
}

/** Another response of `generate()`. */
export const badResponse = (change: (response: LLMResponse) => object): Broken =>
  broken((llm) => ({
    async generate(...call: Parameters<LLM["generate"]>) {
      const response = await llm.generate(...call);
      return { ...response, ...change(response) };
    },
  }));

/** Another request than the caller's. */
export const badRequest = (change: (request: LLMRequest) => LLMRequest): Broken =>
  broken((llm) => ({
    generate: ((request, options) => llm.generate(change(request), options)) satisfies LLM["generate"],
    stream: ((request, options) => llm.stream(change(request), options)) satisfies LLM["stream"],
  }));

/** Other tools than the caller's. */
export const badTools = (change: (tool: Tool) => object): Broken =>
  badRequest((request) => {
    const tools = request.tools?.map((tool) => ({ ...tool, ...change(tool) }) as Tool);
    return tools ? { ...request, tools } : request;
  });

/** A driver that sends another request, or reads another turn; what `createLLM` does around it stays right. */
export function badDriver(defect: {
  readonly request?: (request: TurnRequest) => TurnRequest;
  readonly turn?: (turn: Turn) => Turn;
}): Broken {
  const { request: sent = (request) => request, turn: read = (turn) => turn } = defect;
  const wrap = (driver: Driver): Driver =>
    overDriver(driver, {
      turn: async (request, context) => read(await driver.turn(sent(request), context)),
      streamTurn: async (request, context) => {
        const turn = read(await driver.turn(sent(request), context));
        return (async function* () {
          yield { type: "text" as const, text: turn.text };
          yield { type: "turn" as const, turn };
        })();
      },
    });
  return ({ script }) => wrapLLM(memoryLLM(...script), wrap);
}

/** Other messages than the caller's, below all validation. */
export const badMessages = (change: (message: Message) => Message): Broken =>
  badDriver({ request: (request) => ({ ...request, messages: request.messages.map(change) }) });

/** Another stream. */
export const badStream = (change: (stream: LLMStream) => Partial<LLMStream>): Broken =>
  broken((llm) => ({
    async stream(...call: Parameters<LLM["stream"]>): Promise<LLMStream> {
      const stream = await llm.stream(...call);
      return { ...stream, ...change(stream) };
    },
  }));

/** Other events of a stream. */
export const badEvents = (change: (events: AsyncIterable<StreamEvent>) => AsyncIterable<StreamEvent>): Broken =>
  badStream((stream) => {
    const events = change(stream);
    let iterated = false;
    return {
      [Symbol.asyncIterator]() {
        if (iterated) throw new Error("a stream can be iterated once");
        iterated = true;
        return events[Symbol.asyncIterator]();
      },
    };
  });

/** Each event replaced by others. */
export const badEvent = (change: (event: StreamEvent) => readonly StreamEvent[]): Broken =>
  badEvents(async function* (events) {
    for await (const event of events) yield* change(event);
  });

/** Takes what it should refuse: the errors of `generate()` that `matches` picks become answers. */
export const accepting = (matches: (request: LLMRequest, code: string) => boolean): Broken =>
  broken((llm) => ({
    async generate(request: LLMRequest, options?: object) {
      return llm.generate(request, options).catch((error: { code: string }) => {
        if (!matches(request, error.code)) throw error;
        return llm.generate(plain);
      });
    },
  }));

export const plain: LLMRequest = { messages: [{ role: "user", content: "hello" }] };
export const never = <T>(): Promise<T> => new Promise(() => {});
