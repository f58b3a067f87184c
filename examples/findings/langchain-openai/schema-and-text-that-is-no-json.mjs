// withStructuredOutput() with `includeRaw: true` gives `{ raw, parsed }`; where parsing fails, LangChain's own
// comment says, `parsed` falls back to null. invoke() throws a SyntaxError, and the message is lost.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Sorry." }, finish_reason: "stop" }],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const schema = { title: "place", type: "object", properties: { city: { type: "string" } } };
const asked = model.withStructuredOutput(schema, { method: "jsonSchema", includeRaw: true });
const error = await asked.invoke("Hi").then(
  () => undefined,
  (thrown) => thrown,
);

const isThere = error instanceof SyntaxError;
console.log(isThere ? `still there: ${error}` : "no longer there");
process.exit(isThere ? 0 : 1);
