// `args` is an object in Google's API reference; some gateways send a string of JSON. It is encoded once more: what
// is parsed out of `input` is a string.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const answer = {
  candidates: [
    {
      content: { role: "model", parts: [{ functionCall: { id: "c1", name: "add", args: '{"n":1}' } }] },
      finishReason: "STOP",
    },
  ],
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { content } = await provider("gemini-2.5-flash").doGenerate({ prompt });
const { input } = content[0];

const isThere = typeof JSON.parse(input) === "string";
console.log(isThere ? `still there: ${input}` : "no longer there");
process.exit(isThere ? 0 : 1);
