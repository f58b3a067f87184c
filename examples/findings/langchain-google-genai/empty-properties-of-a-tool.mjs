// A tool without parameters, in OpenAI's form, which bindTools() takes, is sent with an object schema of no
// properties. Google answers 400 to that: `properties` should be non-empty for OBJECT type. One made by LangChain's
// tool() is sent without `parameters`.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const answer = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] };
const sent = [];
const server = createServer(async (request, response) => {
  sent.push(await json(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });
const tool = { type: "function", function: { name: "now", parameters: { type: "object", properties: {} } } };
await model.bindTools([tool]).invoke("Hi");
const [declaration] = sent[0].tools[0].functionDeclarations;

const isThere =
  declaration.parameters?.type?.toLowerCase() === "object" &&
  Object.keys(declaration.parameters.properties ?? {}).length === 0;
console.log(isThere ? `still there: ${JSON.stringify(declaration)}` : "no longer there");
process.exit(isThere ? 0 : 1);
