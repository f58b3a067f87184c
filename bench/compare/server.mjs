// The loopback server of the comparison, in a process of its own. Replies are made before anybody asks, and written in
// pieces of twenty events, so that next to nothing of what is measured is the server's time. The first part of a path names
// the scenario; whether a stream is asked for, the body or the path says.
import { createServer } from "node:http";
import { argumentPieces, bigText, plainText, word } from "./scenarios.mjs";

const perPiece = 20;
const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 };
const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "bench" };

const openai = {
  text: (text) => ({ ...base, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  begin: () => ({ ...base, choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] }),
  call: (piece, isFirst) => ({
    ...base,
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [
            {
              index: 0,
              ...(isFirst && { id: "call_1", type: "function" }),
              function: { ...(isFirst && { name: "note" }), arguments: piece },
            },
          ],
        },
        finish_reason: null,
      },
    ],
  }),
  end: (reason) => [
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...base, choices: [], usage },
  ],
  whole: (text) => ({
    ...base,
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage,
  }),
};

const google = {
  text: (text, end) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...(end && { finishReason: "STOP" }) }],
    modelVersion: "bench",
    ...(end && { usageMetadata }),
  }),
};

const frame = (chunk) => `data: ${JSON.stringify(chunk)}\n\n`;

function pieces(events, sentinel) {
  const made = [];
  for (let at = 0; at < events.length; at += perPiece)
    made.push(
      events
        .slice(at, at + perPiece)
        .map(frame)
        .join(""),
    );
  if (sentinel) made.push("data: [DONE]\n\n");
  return made.map((piece) => Buffer.from(piece));
}

const chat = (...events) => pieces([openai.begin(), ...events], true);
const texts = (count) => Array.from({ length: count }, (_, i) => word(i));
const streams = {
  openai: {
    ...Object.fromEntries(
      [200, 1000, 5000, 100_000].map((count) => [
        `stream-${count}`,
        chat(...texts(count).map(openai.text), ...openai.end("stop")),
      ]),
    ),
    arguments: chat(...argumentPieces.map((piece, i) => openai.call(piece, i === 0)), ...openai.end("tool_calls")),
    event: chat(openai.text(bigText), ...openai.end("stop")),
  },
  google: {
    ...Object.fromEntries(
      [200, 1000, 5000, 100_000].map((count) => [
        `stream-${count}`,
        pieces(texts(count).map((text, i) => google.text(text, i === count - 1))),
      ]),
    ),
    event: pieces([google.text(bigText, true)]),
  },
};
const wholes = {
  openai: Buffer.from(JSON.stringify(openai.whole(plainText))),
  google: Buffer.from(JSON.stringify(google.text(plainText, true))),
};

const server = createServer((incoming, outgoing) => {
  const [, scenario] = incoming.url.split("/");
  let isStream = incoming.url.includes(":streamGenerateContent");
  const protocol = incoming.url.includes(":") ? "google" : "openai";
  incoming.on("data", (bytes) => {
    isStream ||= bytes.includes('"stream":true');
  });
  incoming.on("end", () => {
    if (!isStream) {
      const body = wholes[protocol];
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      return outgoing.end(body);
    }
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    const reply = streams[protocol][scenario];
    let at = 0;
    const write = () => {
      while (at < reply.length) if (!outgoing.write(reply[at++])) return outgoing.once("drain", write);
      outgoing.end();
    };
    write();
  });
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
