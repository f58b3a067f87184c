import { describe, expect, test } from "vitest";
import { anyone, delta, joined, readWire, sse, turnIn } from "../testing/read-wire.js";

const hello = [delta({ role: "assistant", content: null }), delta({ content: "Hel" }), delta({ content: "lo" })];

describe("text", () => {
  test("comes as deltas, and once more whole", async () => {
    const outcome = await readWire(sse(...hello, delta({}, "stop")));
    expect(outcome.events).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "turn", turn: { text: "Hello", providerFinishReason: "stop" } },
    ]);
  });

  test.each(["caf\u00e9", "\u{1F469}\u200D\u{1F680} ok", " ", "\n\n", "null"])(
    "is %j to the code unit",
    async (text) => {
      const outcome = await readWire(sse(delta({ content: text }), delta({}, "stop")));
      expect(joined(outcome, "text")).toBe(text);
      expect(turnIn(outcome).text).toBe(text);
    },
  );

  test("survives a character that a read cuts, in CRLF and after comments", async () => {
    const wire = `: PROCESSING\r\n\r\n${sse(delta({ content: "caf\u00e9" }), delta({}, "stop")).replaceAll("\n", "\r\n")}`;
    expect(turnIn(await readWire(wire)).text).toBe("caf\u00e9");
  });

  test("comes from parts, thoughts told apart and unknown parts left out", async () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
      { type: "text", text: "Hi" },
      { type: "reference", reference_ids: [1] },
    ];
    expect(turnIn(await readWire(sse(delta({ content }), delta({}, "stop"))))).toMatchObject({
      text: "Hi",
      reasoning: "hm",
    });
  });

  test("is not sent twice where the last chunk repeats it as a message", async () => {
    const last = { choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }] };
    expect(turnIn(await readWire(sse(...hello, last))).text).toBe("Hello");
  });

  test.each([
    ["its rest", "Hello there", [{ type: "text", text: " there" }], "Hello there"],
    ["a cleaned form of it", "(Hello)", [], "Hello"],
  ])("takes from a last message %s", async (_, content, events, text) => {
    const last = { choices: [{ index: 0, message: { content }, finish_reason: "stop" }] };
    const outcome = await readWire(sse(...hello, last));
    expect(outcome.events.slice(2, -1)).toEqual(events);
    expect(turnIn(outcome).text).toBe(text);
  });

  test("of another choice is not mixed in", async () => {
    const other = { choices: [{ index: 1, delta: { content: "no" }, finish_reason: null }] };
    expect(turnIn(await readWire(sse(delta({ content: "yes" }), other, delta({}, "stop")))).text).toBe("yes");
  });
});

describe("the end", () => {
  const text = delta({ content: "Hello" });
  const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

  test.each([
    ["[DONE] without a finish reason", sse(text)],
    ["a finish reason without [DONE]", event(text) + event(delta({}, "stop"))],
    ["a finish reason in an unterminated event", event(text) + event(delta({}, "stop")).trimEnd()],
    ["[DONE] without a blank line", `${event(text)}data: [DONE]`],
    ["[DONE] that ends in a bare CR", `${event(text)}data: [DONE]\r`],
    ["half an event after the finish reason", `${event(text)}${event(delta({}, "stop"))}data: {"choi`],
    ["data after the end", `${sse(text, delta({}, "stop"))}data: not json\n\n`],
  ])("%s is a success", async (_, wire) => {
    const outcome = await readWire(wire);
    expect(turnIn(outcome).text).toBe("Hello");
  });

  test.each([
    ["neither", event(text)],
    ["half an event", `${event(text)}data: {"choices":[{"index":0,"delta":{},"finish_reason":"st`],
    ["half a sentinel", `${event(text)}data: [DON`],
    ["an empty finish reason", event({ choices: [{ index: 0, delta: { content: "a" }, finish_reason: "" }] })],
  ])("%s is an interruption", async (_, wire) => {
    expect((await readWire(wire)).error?.code).toBe("LLM_STREAM_INTERRUPTED");
  });

  test("without any choice is no answer", async () => {
    const { error } = await readWire(sse({ choices: [], usage: { prompt_tokens: 1 } }));
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 502 });
  });

  test.each<[string, object[]]>([
    ["a choice", [{ choices: [{}] }]],
    ["a message", [{ choices: [{ message: null }] }]],
    ["a delta", [{ choices: [{ index: 0, delta: null }] }]],
    ["a chunk", []],
  ])("%s that is none is no answer", async (_, chunks) => {
    const { error } = await readWire(sse(...chunks));
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 502, retryable: true });
  });

  test.each([{ text: "hello" }, { message: "hello" }, { delta: ["hello"] }])(
    "%j is not the protocol",
    async (choice) => {
      expect((await readWire(sse({ choices: [choice] }))).error?.code).toBe("LLM_BAD_RESPONSE");
    },
  );

  test.each(["length", "content_filter", "tool_calls", "eos"])("keeps the label %s as it is", async (label) => {
    expect(turnIn(await readWire(sse(text, delta({}, label)))).providerFinishReason).toBe(label);
  });

  test("a refusal is content_filter with the text there is", async () => {
    const turn = turnIn(
      await readWire(sse(delta({ refusal: "I will " }), delta({ refusal: "not" }), delta({}, "stop"))),
    );
    expect(turn).toMatchObject({ text: "I will not", finishReason: "content_filter", providerFinishReason: "stop" });
  });
});

describe("reasoning", () => {
  test.each(["reasoning", "reasoning_content"])("comes under %s, and the field is remembered", async (field) => {
    const outcome = await readWire(
      sse(delta({ [field]: "h", content: "" }), delta({ [field]: "m" }), delta({ content: "Hi" }), delta({}, "stop")),
    );
    expect(joined(outcome, "reasoning")).toBe("hm");
    expect(turnIn(outcome)).toMatchObject({
      text: "Hi",
      reasoning: "hm",
      providerState: { test: { reasoningField: field } },
    });
  });

  test("is one copy where both fields have it", async () => {
    const outcome = await readWire(
      sse(delta({ reasoning: "hm", reasoning_content: "hm" }), delta({ content: "Hi" }, "stop")),
    );
    expect(joined(outcome, "reasoning")).toBe("hm");
  });

  test("that is null or empty is none, and inline tags are text", async () => {
    const outcome = await readWire(
      sse(
        delta({ reasoning: null, reasoning_content: "", content: "<thi" }),
        delta({ content: "nk>hm</think>Hi" }, "stop"),
      ),
    );
    expect(turnIn(outcome)).toEqual({ text: "<think>hm</think>Hi", providerFinishReason: "stop" });
  });
});

describe("usage, model and sources", () => {
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
  const counted = { inputTokens: 9, outputTokens: 2 };
  test.each<[string, (object | string)[]]>([
    ["a chunk of its own", [delta({ content: "a" }, "stop"), { choices: [], usage }]],
    [
      "running totals",
      [
        { ...delta({ content: "a" }), usage: { ...usage, completion_tokens: 1 } },
        { ...delta({}, "stop"), usage },
      ],
    ],
    [
      "null after it",
      [
        { ...delta({ content: "a" }), usage },
        { ...delta({}, "stop"), usage: null },
      ],
    ],
    ["the choice", [delta({ content: "a" }), { choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }]],
    ["a field of Groq's", [delta({ content: "a" }), { ...delta({}, "stop"), x_groq: { usage } }]],
  ])("is read from %s", async (_, chunks) => {
    expect(turnIn(await readWire(sse(...chunks))).usage).toEqual(counted);
  });

  test("skips the chunk without choices and the blank names that Azure begins with", async () => {
    const first = { id: "", object: "", model: "", choices: [], prompt_filter_results: [{ prompt_index: 0 }] };
    const turn = turnIn(await readWire(sse(first, { ...delta({ content: "a" }, "stop"), model: "gpt-x" })));
    expect(turn).toEqual({ text: "a", providerFinishReason: "stop", model: "gpt-x" });
  });

  test("leaves cached tokens out where they are not claimed", async () => {
    const wire = sse({
      ...delta({ content: "a" }, "stop"),
      usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } },
    });
    expect(turnIn(await readWire(wire)).usage).toEqual({ ...counted, cachedInputTokens: 4 });
    expect(turnIn(await readWire(wire, { ...anyone, reportsCache: false })).usage).toEqual(counted);
  });

  test("collects one source a URL", async () => {
    const cited = { annotations: [{ type: "url_citation", url_citation: { url: "https://e.example/a", title: "A" } }] };
    const chunk = { ...delta(cited), citations: ["https://e.example/a", "https://e.example/b"] };
    expect(turnIn(await readWire(sse(chunk, delta({ content: "x" }, "stop")))).sources).toEqual([
      { type: "url", url: "https://e.example/a", title: "A" },
      { type: "url", url: "https://e.example/b" },
    ]);
  });
});
