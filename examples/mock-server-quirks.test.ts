import { google, openAICompatible } from "touchstone/drivers";
import { createGoogleServer, createOpenAIServer, serve } from "touchstone/mock-server";
import { expect, test } from "vitest";

test("a client survives what gateways do to a stream", async () => {
  // Lines end in CRLF, and every chunk repeats the usage so far.
  const server = createOpenAIServer({ script: ["It has shipped."], quirks: ["SSE-02", "USE-03"] });
  await using served = await serve(server);
  const llm = openAICompatible({ baseURL: served.baseURL, model: "gpt-4o" });

  const stream = await llm.stream({ messages: [{ role: "user", content: "Where is A-1042?" }] });
  let text = "";
  for await (const event of stream) if (event.type === "text") text += event.text;

  expect(text).toBe("It has shipped.");
  await llm.close();
});

test("a service shows what it does with a prompt that was blocked", async () => {
  await using served = await serve(createGoogleServer({ script: ["It has shipped."], quirks: ["GEM-08"] }));
  const llm = google({ baseURL: served.baseURL, model: "gemini-2.5-flash" });

  const { text, finishReason } = await llm.generate({ messages: [{ role: "user", content: "Where is A-1042?" }] });

  expect({ text, finishReason }).toEqual({ text: "", finishReason: "content_filter" });
  await llm.close();
});
