// The standard of server-sent events has comments, other fields, LF and CRLF beside each other, and data in several
// lines. An event with a comment, which gateways send to keep a connection alive, or another field above its data is lost
// without an error; the others throw a SyntaxError.
import { once } from "node:events";
import { createServer } from "node:http";
import { GoogleGenAI } from "@google/genai";

const event = (text, more) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }] })}\n\n`;
const last = event("lo", { finishReason: "STOP" });
const inTwoLines = `${last.slice(0, 7)}\ndata: ${last.slice(7)}`;
const answers = {
  comment: `${event("Hel")}: keep-alive\n${last}`,
  field: `${event("Hel")}event: message\n${last}`,
  lines: event("Hel") + inTwoLines,
  ends: `${event("Hel").trimEnd()}\n\r\n${last}`,
};
let sent;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).end(answers[sent]);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: origin } });
const read = async () => {
  let text = "";
  for await (const piece of await client.models.generateContentStream({ model: "gemini-2.5-flash", contents: "Hi" }))
    text += piece.text;
  return text;
};
const seen = {};
for (sent of Object.keys(answers)) seen[sent] = await read().catch(({ name }) => name);

const isThere =
  seen.comment === "Hel" && seen.field === "Hel" && seen.lines === "SyntaxError" && seen.ends === "SyntaxError";
console.log(isThere ? `still there: ${JSON.stringify(seen)}` : "no longer there");
process.exit(isThere ? 0 : 1);
