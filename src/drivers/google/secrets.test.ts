import { createGoogleServer, serve } from "../../mock-server/index.js";
import { cutStream, describeSecrets, filler, key } from "../testing/secrets.js";
import { json, stream } from "../testing/serve.js";
import { google, googleEmbedder } from "./index.js";

const chunk = (modelVersion: string) => ({ modelVersion, candidates: [{ content: { parts: [{ text: "a" }] } }] });
const odd = (said: string) => ({ candidates: [{ content: said }], embeddings: [said], totalTokens: said });

describeSecrets({
  createLLM: google,
  createEmbedder: googleEmbedder,
  serveMock: async (apiKey) => {
    const server = createGoogleServer({ apiKey });
    return { ...(await serve(server)), requests: server.requests };
  },
  credentials: (apiKey) => ({ "x-goog-api-key": apiKey }),
  calls: { countTokens: (llm) => llm.countTokens({ messages: [{ role: "user", content: "Hi" }] }) },
  replies: {
    "a 400 whose details quote the key": (said) =>
      json({ error: { code: 400, message: said, status: said, details: details(said) } }, 400),
    "a 429 whose details quote the key": (said) =>
      json({ error: { code: 429, message: said, status: "RESOURCE_EXHAUSTED", details: details(said) } }, 429),
    "a 500 whose id is long": (said) =>
      json({ error: { code: 500, message: "down", details: details(`${filler}${said}`) } }, 500),
    "a list with an error": (said) => json([{ error: { code: 503, message: said, status: "UNAVAILABLE" } }], 503),
    "a 200 of another kind": (said) => json(odd(said), 200, { "x-request-id": said }),
    "a 200 with parts that are none": (said) => json({ ...odd(said), candidates: [{ content: { parts: [said] } }] }),
    "a 200 with a call that has no name": (said) =>
      json({ ...odd(said), candidates: [{ content: { parts: [{ functionCall: { args: said } }] } }] }),
    "a stream that is not JSON": (said) => stream(`data: ${JSON.stringify(chunk("m"))}\n\ndata: ${said}\n\n`),
    "a stream that is cut": (said) => cutStream(chunk(said), said),
  },
  invalid: {
    "a key in the address's query": { baseURL: `https://127.0.0.1/v1beta?key=${key}` },
    "a key in place of the version": { apiVersion: key },
  },
  variants: { google: {} },
});

/** `google.rpc`'s: what is wrong, how soon to try again, which quota it was, and the id of the request. */
function details(said: string): object[] {
  return [
    { "@type": said, reason: said, metadata: { consumer: said } },
    { retryDelay: said },
    { violations: [{ quotaId: said, quotaMetric: said }] },
    { requestId: said },
  ];
}
