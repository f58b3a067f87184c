import { describe, expect, it } from "vitest";
import type { Reply } from "../../contract/index.js";
import { createGoogleServer } from "./server.js";
import { send, user } from "./testing/requests.js";

interface Chunk {
  readonly candidates?: readonly [{ readonly content: { readonly parts: readonly object[] } }];
  readonly usageMetadata?: object;
  readonly error?: object;
}

async function stream(reply: Reply, query = "?alt=sse") {
  const server = createGoogleServer({ script: [reply] });
  const response = await send(server, { contents: [user()] }, `streamGenerateContent${query}`);
  return { response, body: await response.text(), request: server.requests[0] };
}

async function events(reply: Reply): Promise<Chunk[]> {
  const { body } = await stream(reply);
  const framed = body.split("\r\n\r\n");
  expect(framed.pop()).toBe("");
  return framed.map((event) => JSON.parse(event.replace(/^data: /, "")) as Chunk);
}

const partsOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ candidates }) => candidates?.flatMap(({ content }) => content.parts) ?? []);

it("frames a stream as Gemini does", async () => {
  const { response, body, request } = await stream({ text: "Hello there", usage: { inputTokens: 3, outputTokens: 2 } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(request).toMatchObject({ kind: "stream", path: "/v1beta/models/m:streamGenerateContent?alt=sse" });
  expect(body).toMatch(/^data: \{[^\n]*\}\r\n\r\ndata: /);
  const envelope = { modelVersion: "m", responseId: expect.any(String) };
  const chunk = (text: string) => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0 }],
    usageMetadata: { promptTokenCount: 3 },
    ...envelope,
  });
  const chunks = await events({ text: "Hello there", usage: { inputTokens: 3, outputTokens: 2 } });
  expect(chunks).toEqual([
    chunk("Hello"),
    chunk(" ther"),
    chunk("e"),
    {
      candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
      ...envelope,
    },
  ]);
  expect(new Set(chunks.map((each) => (each as { responseId?: string }).responseId)).size).toBe(1);
});

it("sends thoughts, text, each call whole, and at last the end with its sources", async () => {
  const chunks = await events({
    reasoning: "think hard",
    text: "née 🎉",
    toolCalls: [
      { id: "a", name: "f", input: { city: "Oslo" } },
      { name: "g", input: {} },
    ],
    sources: [{ type: "url", url: "https://e.test/a", title: "A" }],
  });
  expect(partsOf(chunks)).toEqual([
    { text: "think", thought: true },
    { text: " hard", thought: true },
    { text: "née 🎉" },
    { functionCall: { id: "a", name: "f", args: { city: "Oslo" } }, thoughtSignature: expect.any(String) },
    { functionCall: { name: "g", args: {} } },
    { text: "" },
  ]);
  expect(chunks.at(-1)).toMatchObject({
    candidates: [
      {
        finishReason: "STOP",
        groundingMetadata: { groundingChunks: [{ web: { uri: "https://e.test/a", title: "A" } }] },
      },
    ],
  });
});

it("calls a turn failed whose arguments are broken", async () => {
  const chunks = await events({ text: "Hm.", toolCalls: [{ name: "f", input: {}, invalidInput: "{" }] });
  expect(partsOf(chunks)).toEqual([{ text: "Hm." }, { text: "" }]);
  expect(chunks.at(-1)).toMatchObject({ candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] });
});

it("says of a blocked prompt why, and nothing else", async () => {
  expect(await events({ finishReason: "content_filter", usage: {} })).toEqual([
    { promptFeedback: { blockReason: "SAFETY" }, modelVersion: "m", responseId: expect.any(String) },
  ]);
});

it("sends no usage that the script does not know", async () => {
  for (const chunk of await events({ text: "Hello", usage: {} })) expect(chunk).not.toHaveProperty("usageMetadata");
});

it("puts an error that comes after text into the stream, and ends there", async () => {
  const chunks = await events({ text: "Half", error: { code: "LLM_PROVIDER_ERROR", status: 503, message: "down" } });
  expect(partsOf(chunks)).toEqual([{ text: "Half" }]);
  expect(chunks.at(-1)).toMatchObject({ error: { code: 503, message: "down", status: "UNAVAILABLE" } });
});

it("says what is no JSON where the script has a bad response", async () => {
  const { response, body } = await stream({ error: { code: "LLM_BAD_RESPONSE" } });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(body).toBe("data: {not JSON\r\n\r\n");
});

describe("without alt=sse, a stream is a JSON array", () => {
  it("in pieces", async () => {
    const { response, body } = await stream("Hello there", "");
    expect(response.headers.get("content-type")).toMatch("application/json");
    expect(body).toMatch(/^\[\{/);
    expect(body).toContain("}\n,\r\n{");
    const chunks = JSON.parse(body) as Chunk[];
    expect(partsOf(chunks)).toEqual([{ text: "Hello" }, { text: " ther" }, { text: "e" }, { text: "" }]);
  });

  it("with an error after text", async () => {
    const { body } = await stream(
      { text: "Half", error: { code: "LLM_PROVIDER_ERROR", message: "down" } },
      "?alt=json",
    );
    expect(JSON.parse(body)).toMatchObject([{ candidates: [{}] }, { error: { message: "down" } }]);
  });

  it("with an error before any", async () => {
    const { response, body } = await stream({ error: { code: "LLM_RATE_LIMITED", message: "slow" } }, "");
    expect(response.status).toBe(429);
    expect(JSON.parse(body)).toMatchObject([{ error: { code: 429, message: "slow" } }]);
    const refused = await send(createGoogleServer(), { contents: [] }, "streamGenerateContent");
    expect(await refused.json()).toMatchObject([{ error: { code: 400, status: "INVALID_ARGUMENT" } }]);
  });

  it("as the script cuts it", async () => {
    const server = createGoogleServer({ script: [{ text: "Half", cut: true }] });
    const response = await send(server, { contents: [user()] }, "streamGenerateContent");
    await expect(response.text()).rejects.toThrow("the script cuts the connection here");
  });
});
