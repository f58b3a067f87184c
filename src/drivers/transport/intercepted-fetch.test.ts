import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { openAICompatible } from "../openai-compatible/index.js";
import { delta, sse } from "../testing/read-wire.js";

const baseURL = "http://127.0.0.1:9/v1";
const hi = { messages: [{ role: "user", content: "Hi" }] } as const;

/** An LLM whose fetch is answered here, without any network. */
function intercepted(answer: () => Response) {
  const server = setupServer(http.post(`${baseURL}/chat/completions`, answer));
  server.listen({ onUnhandledRequest: "error" });
  const llm = openAICompatible({ baseURL, model: "m", fetch, maxRetries: 0 });
  onTestFinished(async () => {
    await llm.close();
    server.close();
  });
  return llm;
}

test("an intercepted fetch answers", async () => {
  const message = { role: "assistant", content: "Hello" };
  const llm = intercepted(() => HttpResponse.json({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
  expect((await llm.generate(hi)).text).toBe("Hello");
});

test("an intercepted fetch streams", async () => {
  const llm = intercepted(() => new HttpResponse(sse(delta({ content: "Hel" }), delta({ content: "lo" }, "stop"))));
  expect((await (await llm.stream(hi)).response()).text).toBe("Hello");
});

test.each(["abort", "close"])("%s ends an intercepted stream that has gone silent", async (how) => {
  const chunk = new TextEncoder().encode(`data: ${JSON.stringify(delta({ content: "a" }))}\n\n`);
  const llm = intercepted(() => new HttpResponse(new ReadableStream({ start: (body) => body.enqueue(chunk) })));
  const caller = new AbortController();
  const stream = await llm.stream(hi, { signal: caller.signal });
  const events = stream[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ text: "a" });
  const pending = events.next();
  if (how === "abort") {
    caller.abort();
    await expect(pending).rejects.toMatchObject({ code: "LLM_CANCELLED" });
  } else {
    await stream.close();
    expect((await pending).done).toBe(true);
  }
});
