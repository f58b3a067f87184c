import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { createLLM, type Driver, isLLMError, type LLM, LLMError, memoryLLM, type TurnEvent } from "touchstone";
import type { SentRequest, Stage, WireStageOptions } from "touchstone/suite";
import { runSuite } from "touchstone/vitest";

/*
 * The protocol of this example: a turn is POSTed as the contract has it, and comes back as lines of JSON, one an event. A
 * real protocol has words of its own, which both sides translate.
 */
type Line = TurnEvent | { readonly type: "error"; readonly error: LLMError };

/** The driver: streaming and tools are claimed; what is not, createLLM refuses. */
function linesDriver({ baseURL, model }: { baseURL: string; model: string }): Driver {
  const streamTurn: NonNullable<Driver["streamTurn"]> = async (request, { signal }) => {
    const body = JSON.stringify({ ...request, model: request.model ?? model });
    const response = await fetch(baseURL, { method: "POST", body, signal });
    if (!response.ok) throw toError((await response.json()) as LLMError);
    return lines(response);
  };
  return {
    provider: "lines",
    model,
    capabilities: { streaming: true, tools: true },
    streamTurn,
    async turn(request, context) {
      for await (const event of await streamTurn(request, context)) if (event.type === "turn") return event.turn;
      throw new LLMError("LLM_STREAM_INTERRUPTED", "lines: the reply ended before the turn was complete");
    },
  };
}

async function* lines(response: Response): AsyncGenerator<TurnEvent> {
  let rest = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      const event: Line = JSON.parse(line);
      if (event.type === "error") throw toError(event.error);
      yield event;
    }
  }
}

const toError = ({ code, message, status, retryAfterMs }: LLMError) =>
  new LLMError(code, message, { status, retryAfterMs });

/** The stage: a server a case. Behind it a memory model plays the script, so only the protocol is left to write. */
function linesStage(): Stage<WireStageOptions> {
  return {
    name: "lines",
    powers: ["script", "traffic", "meaning", "hang-up"],
    async open({ script = [], maxRetries = 0, timeouts = {} }) {
      const model = memoryLLM(...script);
      const sent: SentRequest[] = [];
      const server = createServer((request, response) => {
        // A network fails later than it delivers; what comes together with the end is lost in fetch's own buffer.
        answer(model, sent, request, response).catch(() => setTimeout(() => response.destroy(), 10));
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return {
        options: { baseURL, apiKey: "none", model: "lines-1", script, maxRetries, timeouts },
        sent: () => sent,
        async arrived(_, count) {
          while (sent.length < count) await once(server, "request").then(() => once(server, "recorded"));
          return sent[count - 1] as SentRequest;
        },
        async close() {
          server.closeAllConnections();
          server.close();
        },
      };

      async function answer(llm: LLM, record: SentRequest[], request: IncomingMessage, response: ServerResponse) {
        const turn = JSON.parse(await readText(request));
        const left = new AbortController();
        const hungUp = new Promise<void>((resolve) => {
          response.once("close", () => {
            if (!response.writableFinished) resolve();
            left.abort();
          });
        });
        record.push({ kind: "stream", at: performance.now(), turn, hungUp });
        server.emit("recorded");
        await play(llm, turn, response, left.signal);
      }
    },
  };
}

/** Plays one turn: a refusal is a status, what happens later is a line, and a cut is a connection that breaks. */
async function play(llm: LLM, turn: object, response: ServerResponse, signal: AbortSignal): Promise<void> {
  const write = (line: Line) => response.write(`${JSON.stringify(line)}\n`);
  try {
    const stream = await llm.stream({ ...turn, maxSteps: 1 } as never, { signal });
    response.flushHeaders();
    for await (const event of stream) {
      if (event.type === "text" || event.type === "reasoning") write({ type: event.type, text: event.text });
      if (event.type !== "finish") continue;
      const { steps: _, messages: __, toolCalls, ...turn } = event.response;
      const calls = toolCalls.map(({ outcome: _, output: __, ...call }) => call);
      write({ type: "turn", turn: { ...turn, toolCalls: calls } });
    }
  } catch (error) {
    if (!isLLMError(error) || error.code === "LLM_STREAM_INTERRUPTED") throw error;
    if (response.headersSent) write({ type: "error", error });
    else response.writeHead(error.status).write(JSON.stringify(error));
  }
  response.end();
}

runSuite((stage) => createLLM(linesDriver(stage), { maxRetries: stage.maxRetries }), { stage: linesStage() });
