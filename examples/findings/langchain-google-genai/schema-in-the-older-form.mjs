// A schema goes to Google as `responseSchema`, of the older form, with the keywords that this does not have left
// in: Google refuses `multipleOf` there. It takes JSON Schema as `responseJsonSchema`.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "{}" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const schema = {
  type: "object",
  properties: { size: { type: "integer", multipleOf: 5 } },
  additionalProperties: false,
};
await model.withStructuredOutput(schema, { method: "jsonSchema" }).invoke("Hi");
const { responseSchema } = sent[0].generationConfig;

const isThere = responseSchema?.properties.size.multipleOf === 5;
console.log(isThere ? `still there: ${JSON.stringify(responseSchema)}` : "no longer there");
process.exit(isThere ? 0 : 1);
