import { createOpenAIServer, type RecordedRequest, serve } from "../mock-server/index.js";
import type { SentRequest, Stage, WireStageOptions } from "../suite/index.js";

/** A key that the server takes; it opens nothing else. */
const apiKey = "sk-touchstone-0123456789abcdef";

/** The stage of OpenAI-compatible drivers: a scripted server on loopback, a new one for each case. */
export function openaiStage(): Stage<WireStageOptions> {
  return {
    name: "openai",
    powers: ["script", "traffic", "meaning", "raw", "hang-up", "retries"],
    async open({ script = [], maxRetries = 0, timeouts = {} }) {
      const server = createOpenAIServer({ script, apiKey });
      const { baseURL, close } = await serve(server);
      return {
        options: { baseURL, apiKey, model: "gpt-test", script, maxRetries, timeouts },
        sent: () => server.requests.map(toSent),
        arrived: async (_, count) => toSent(await server.arrived(count)),
        close,
      };
    },
  };
}

function toSent({ method, path, headers, body, status: _, ...request }: RecordedRequest): SentRequest {
  return { ...request, raw: { method, path, headers, body } };
}
