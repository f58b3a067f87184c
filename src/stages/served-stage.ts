import type { Script } from "../contract/index.js";
import { type MockServer, type RecordedRequest, serve } from "../mock-server/index.js";
import type { WireProtocol } from "../quirks/index.js";
import type { SentRequest, Stage, WireStageOptions } from "../suite/index.js";

/** What differs from one protocol's stage to the other's. */
export interface ServedProtocol {
  readonly name: WireProtocol;
  /** A key that the server takes; it opens nothing else. */
  readonly apiKey: string;
  readonly model: string;
  createServer(options: {
    readonly script: Script;
    readonly apiKey: string;
    readonly quirks: readonly string[];
  }): MockServer;
}

/** The stage of drivers for one protocol: a scripted server on loopback, a new one for each case. */
export function servedStage({ name, apiKey, model, createServer }: ServedProtocol): Stage<WireStageOptions> {
  return {
    name,
    protocol: name,
    powers: ["script", "traffic", "meaning", "raw", "hang-up", "connections", "faults", "retries"],
    async open({ script = [], quirks = [], maxRetries = 0, timeouts = {} }) {
      const server = createServer({ script, apiKey, quirks });
      const { baseURL, disconnected, close } = await serve(server);
      return {
        options: { baseURL, apiKey, model, script, maxRetries, timeouts },
        sent: () => server.requests.map(toSent),
        arrived: async (_, count) => toSent(await server.arrived(count)),
        disconnected,
        close,
      };
    },
  };
}

function toSent({ method, path, headers, body, status: _, ...request }: RecordedRequest): SentRequest {
  return { ...request, raw: { method, path, headers, body } };
}
