// Google tells which model answered as `modelVersion`. It is in the raw body alone; LanguageModelV3ResponseMetadata
// has `modelId`, "the ID of the response model that was used".
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
  modelVersion: "gemini-2.5-flash-001",
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { response } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere = response.modelId === undefined && response.body.modelVersion === "gemini-2.5-flash-001";
console.log(isThere ? `still there: modelId ${response.modelId}` : "no longer there");
process.exit(isThere ? 0 : 1);
