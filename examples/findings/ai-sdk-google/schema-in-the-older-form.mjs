// A schema goes to Google as `responseSchema`, translated: keywords that the translation does not know, such as
// `multipleOf`, are left out, without a warning. Google takes JSON Schema as `responseJsonSchema`.
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
const schema = {
  type: "object",
  properties: { size: { type: "integer", multipleOf: 5 } },
  additionalProperties: false,
};
const { warnings } = await provider("gemini-2.5-flash").doGenerate({
  prompt,
  responseFormat: { type: "json", schema },
});
const { responseSchema } = sent[0].generationConfig;

const isThere =
  responseSchema !== undefined && responseSchema.properties.size.multipleOf === undefined && warnings.length === 0;
console.log(isThere ? `still there: ${JSON.stringify(responseSchema)}` : "no longer there");
process.exit(isThere ? 0 : 1);
