import { createOpenAIServer, serve } from "../../mock-server/index.js";
import { cutStream, describeSecrets, key } from "../testing/secrets.js";
import { json, stream } from "../testing/serve.js";
import { openAICompatible, openAICompatibleEmbedder } from "./index.js";

const chunk = (model: string) => ({ model, choices: [{ index: 0, delta: { content: "a" } }] });

describeSecrets({
  createLLM: openAICompatible,
  createEmbedder: openAICompatibleEmbedder,
  serveMock: async (apiKey) => {
    const server = createOpenAIServer({ apiKey });
    return { ...(await serve(server)), requests: server.requests };
  },
  credentials: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  replies: {
    "a 200 without an answer": (said) => json({ note: said }, 200, { "x-request-id": said }),
    "a 200 whose data is of another kind": (said) =>
      json({ choices: [{ index: 0, message: { content: 5, said } }], data: [{ embedding: said }] }),
    "a stream that is not JSON": (said) => stream(`data: ${JSON.stringify(chunk("m"))}\n\ndata: ${said}\n\n`),
    "a stream that is cut": (said) => cutStream(chunk(said), said),
  },
  invalid: { "a key in place of the preset": { preset: key } },
  variants: {
    openai: { options: { preset: "openai" }, keyInAddress: true },
    "azure-openai": { options: { preset: "azure-openai" }, keyInAddress: true },
  },
});
