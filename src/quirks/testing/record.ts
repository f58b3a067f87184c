import type { Embedder, LLM, Script } from "../../contract/index.js";
import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "../../drivers/index.js";
import { createGoogleServer, createOpenAIServer, type MockServer } from "../../mock-server/index.js";
import type { WireExchange, WireProtocol } from "../exchange.js";

/** A driver of ours against a mock server in the same process, and every exchange between the two. */
export interface RecordedWire {
  readonly llm: LLM;
  readonly embedder: Embedder;
  readonly server: MockServer;
  readonly exchanges: readonly WireExchange[];
}

/** @param quirks that the server has */
export function recordWire(protocol: WireProtocol, script: Script, quirks: readonly string[] = []): RecordedWire {
  const server = (protocol === "openai" ? createOpenAIServer : createGoogleServer)({ script, quirks });
  const exchanges: WireExchange[] = [];
  const fetch = async (url: string, init: object): Promise<Response> => {
    const index = server.requests.length;
    const response = await server.fetch(new Request(url, init));
    const request = server.requests[index];
    if (response.type === "error" || !request) throw new TypeError("the server dropped the connection");
    const reads: Uint8Array[] = [];
    const reply = { status: response.status, headers: Object.fromEntries(response.headers), reads };
    const record = (ending: "complete" | "cut") => exchanges.push({ protocol, request, reply: { ...reply, ending } });
    const seen = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(read, out) {
          reads.push(read);
          out.enqueue(read);
        },
        flush: () => void record("complete"),
      }),
    );
    if (!seen) record("complete");
    return new Response(seen ?? null, { status: response.status, headers: response.headers });
  };
  const options = { baseURL: `http://wire.test${server.basePath}`, apiKey: "key-of-a-test", fetch, maxRetries: 0 };
  return protocol === "openai"
    ? {
        llm: openAICompatible({ ...options, model: "gpt-test", preset: "openai" }),
        embedder: openAICompatibleEmbedder({ ...options, model: "embed-test", preset: "openai" }),
        ...{ server, exchanges },
      }
    : {
        llm: google({ ...options, model: "gemini-test" }),
        embedder: googleEmbedder({ ...options, model: "embed-test" }),
        ...{ server, exchanges },
      };
}
