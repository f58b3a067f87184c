// OpenAI counts reasoning tokens within the completion; some servers count them beside it, as the total of 18 = 3 +
// 5 + 10 tells. The output is told as 5 tokens, 10 of them reasoning; `output_tokens` is documented as the sum of
// all output token types.
import { once } from "node:events";
import { createServer } from "node:http";
import { ChatOpenAI } from "@langchain/openai";

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: {
    prompt_tokens: 3,
    completion_tokens: 5,
    total_tokens: 18,
    completion_tokens_details: { reasoning_tokens: 10 },
  },
};
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatOpenAI({ model: "m", apiKey: "key", maxRetries: 0, configuration: { baseURL: `${origin}/v1` } });
const { usage_metadata } = await model.invoke("Hi");

const isThere = usage_metadata.output_tokens === 5 && usage_metadata.output_token_details.reasoning === 10;
console.log(isThere ? `still there: ${JSON.stringify(usage_metadata)}` : "no longer there");
process.exit(isThere ? 0 : 1);
