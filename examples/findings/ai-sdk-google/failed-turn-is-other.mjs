// Google ends a turn whose call it takes for a mistake with UNEXPECTED_TOOL_CALL. Its finish reason is `other`, as of any
// label that the package does not know, though LanguageModelV3FinishReason has `error`, which MALFORMED_FUNCTION_CALL has.
import { once } from "node:events";
import { createServer } from "node:http";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const content = { role: "model", parts: [{ functionCall: { name: "pay", args: {} } }] };
const labels = ["UNEXPECTED_TOOL_CALL", "MALFORMED_FUNCTION_CALL"];
const server = createServer((_request, response) => {
  const answer = { candidates: [{ content, finishReason: labels.shift() }] };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta` });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const { finishReason: unexpected } = await provider("gemini-2.5-flash").doGenerate({ prompt });
const { finishReason: malformed } = await provider("gemini-2.5-flash").doGenerate({ prompt });

const isThere = unexpected.unified === "other" && malformed.unified === "error";
console.log(isThere ? `still there: ${JSON.stringify([unexpected, malformed])}` : "no longer there");
process.exit(isThere ? 0 : 1);
