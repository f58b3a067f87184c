// Options that the package does not know are left out of the request, without a warning.
// LanguageModelV3GenerateResult has `warnings`.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { warnings } = await provider("gemini-2.5-flash").doGenerate({
  prompt,
  providerOptions: { google: { acme: "fast" } },
});

const isThere = !JSON.stringify(sent[0]).includes("fast") && warnings.length === 0;
console.log(isThere ? `still there: ${JSON.stringify({ sent, warnings })}` : "no longer there");
process.exit(isThere ? 0 : 1);
