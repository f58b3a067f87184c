import { describe, expect, test } from "vitest";
import { failure, hi, llmFor } from "../testing/llm-for.js";
import { delta, sse } from "../testing/read-wire.js";
import { json, stream } from "../testing/serve.js";

describe("a streamed turn", () => {
  test("asks for a stream with usage, and gives what one turn gives", async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const wire = sse(delta({ content: "Hel" }), delta({ content: "lo" }, "stop"), { choices: [], usage, model: "m2" });
    const { server, llm } = await llmFor(stream(wire));
    const streamed = await llm.stream(hi);
    const texts: string[] = [];
    for await (const event of streamed) if (event.type === "text") texts.push(event.text);
    expect(texts).toEqual(["Hel", "lo"]);
    expect(await streamed.response()).toMatchObject({
      text: "Hello",
      usage: { inputTokens: 3, outputTokens: 2 },
      model: "m2",
    });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("arrives event by event", async () => {
    let send = (_: string) => {};
    const { llm } = await llmFor((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      send = (text) => void response.write(text);
      response.flushHeaders();
    });
    const events = (await llm.stream(hi))[Symbol.asyncIterator]();
    for (const text of ["a", "b", "c"]) {
      const next = events.next();
      send(`data: ${JSON.stringify(delta({ content: text }))}\n\n`);
      expect((await next).value).toMatchObject({ type: "text", text });
    }
    await events.return?.();
  });

  test.each(["close", "break", "abort"])("%s is seen by the server", async (how) => {
    const { server, llm } = await llmFor(
      (response) => void response.write(sse(delta({ content: "a" })).split("data: [DONE]")[0]),
    );
    const caller = new AbortController();
    const streamed = await llm.stream(hi, { signal: caller.signal });
    if (how === "close") await streamed.close();
    else if (how === "break") for await (const _ of streamed) break;
    else caller.abort();
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("a cut delivers what had come", async () => {
    const { llm } = await llmFor((response) => {
      response.write(`data: ${JSON.stringify(delta({ content: "Hel" }))}\n\n`, () => response.destroy());
    });
    const streamed = await llm.stream(hi);
    let text = "";
    const error = await failure(
      (async () => {
        for await (const event of streamed) if (event.type === "text") text += event.text;
      })(),
    );
    expect(text).toBe("Hel");
    expect(error).toMatchObject({ code: "LLM_STREAM_INTERRUPTED", status: 502, retryable: false });
  });

  test("a cut after the finish reason takes nothing from the answer", async () => {
    const { llm } = await llmFor((response) => {
      response.write(`data: ${JSON.stringify(delta({ content: "Hello" }, "stop"))}\n\n`, () => response.destroy());
    });
    expect(await (await llm.stream(hi)).response()).toMatchObject({ text: "Hello", finishReason: "stop" });
  });

  test("a stream that stays open after its end is over", async () => {
    const { server, llm } = await llmFor((response) => void response.write(sse(delta({ content: "Hello" }, "stop"))));
    expect(await (await llm.stream(hi)).response()).toMatchObject({ text: "Hello" });
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test.each([
    ["silent", ""],
    ["noisy", ": ping\n\n"],
  ])("a stream that stays open and %s after its finish reason is over soon", async (_, noise) => {
    const { server, llm } = await llmFor((response, { closed }) => {
      response.write(`data: ${JSON.stringify(delta({ content: "Hello" }, "stop"))}\n\n`);
      const ticking = setInterval(() => response.write(noise), 20);
      void closed.then(() => clearInterval(ticking));
    });
    const before = performance.now();
    expect(await (await llm.stream(hi)).response()).toMatchObject({ text: "Hello", finishReason: "stop" });
    // The idle timeout, which would end the silent one, is two minutes.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(await (await server.request()).closed).toEqual({ complete: false });
  });

  test("usage that comes a little after the finish reason is told", async () => {
    let finish = () => {};
    const { llm } = await llmFor((response) => {
      response.write(`data: ${JSON.stringify(delta({ content: "Hello" }, "stop"))}\n\n`);
      finish = () => void response.end(sse({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }));
    });
    const streamed = await llm.stream(hi);
    const events = streamed[Symbol.asyncIterator]();
    await events.next();
    const last = events.next();
    finish();
    expect((await last).value).toMatchObject({ type: "finish", response: { usage: { inputTokens: 3 } } });
  });

  test("the connection is used again", async () => {
    const { server, llm } = await llmFor(stream(sse(delta({ content: "Hello" }, "stop"))));
    for (let i = 0; i < 8; i++) await (await llm.stream(hi)).response();
    expect(server.requests).toHaveLength(8);
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test("an error before it begins rejects the call", async () => {
    const { llm } = await llmFor(json({ error: { message: "slow down" } }, 429, { "retry-after": "2" }));
    expect(await failure(llm.stream(hi))).toMatchObject({ code: "LLM_RATE_LIMITED", retryAfterMs: 2000 });
  });
});
