import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isLLMError } from "../contract/index.js";
import { google, openAICompatible } from "../drivers/index.js";
import { createGoogleServer, createOpenAIServer, serve } from "../mock-server/index.js";
import { quirks } from "../quirks/index.js";
import { readRecording, readRecordings } from "./read-recording.js";
import { createRecordProxy } from "./record-proxy.js";
import { startProvider, startRecorder, temporaryFolder } from "./testing/record.js";

const hello = { messages: [{ role: "user" as const, content: "Hello" }] };
const post = (url: string, body: string, init: RequestInit = {}) => fetch(url, { method: "POST", body, ...init });

describe("an exchange", () => {
  it("passes as it comes, and is kept as it came", async () => {
    let goOn = () => {};
    const { origin } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
      goOn = () => response.end("data: two\n\n");
    });
    const recorder = await startRecorder({ baseURL: `${origin}/v1` });
    const answer = await post(`${recorder.baseURL}/chat/completions`, '{"stream":true}');
    const reader = answer.body?.getReader();
    // The first is there while the provider has not said the second.
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: one\n\n");
    expect(readdirSync(recorder.directory)).toEqual([]);
    goOn();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: two\n\n");
    expect(await reader?.read()).toMatchObject({ done: true });
    // When the client has its whole reply, the file is written.
    const recording = readRecording(`${recorder.directory}/0001-stream.json`);
    expect(recording).toMatchObject({
      protocol: "openai",
      basePath: "/v1",
      request: { kind: "stream", method: "POST" },
    });
    expect(recording.reply.reads.map(String)).toEqual(
      ["data: one\n\n", "data: two\n\n"].map((it) => String(Buffer.from(it))),
    );
    const times = [recording.at.headers, ...recording.at.reads];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("is bytes: nothing is lost of what is no text", async () => {
    const bytes = Buffer.from([...Array(256).keys()].reverse());
    const { origin, requests } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 256 });
      response.end(bytes);
    });
    const recorder = await startRecorder({ baseURL: origin });
    const answer = await fetch(`${recorder.baseURL}/files`, { method: "POST", body: bytes });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(requests[0]?.body).toEqual(bytes);
    const [{ reply, request, file }] = readRecordings(recorder.directory);
    expect(Buffer.concat(reply.reads)).toEqual(bytes);
    expect([file, request.kind]).toEqual(["0001-post-files.json", "unknown"]);
  });

  it("is kept without its compression, which the client gets all the same", async () => {
    const { origin, requests } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync('{"a":1}'));
    });
    const recorder = await startRecorder({ baseURL: origin });
    expect(await (await post(`${recorder.baseURL}/embeddings`, "{}")).json()).toEqual({ a: 1 });
    expect(requests[0]?.headers["accept-encoding"]).toBe("identity");
    const [{ reply }] = readRecordings(recorder.directory);
    expect(Buffer.concat(reply.reads).toString()).toBe('{"a":1}');
    expect(reply.headers).toEqual({ "content-type": "application/json" });
  });

  it.each([204, 304])("without a body is one, with status %i", async (status) => {
    const { origin } = await startProvider((response) => void response.writeHead(status).end());
    const recorder = await startRecorder({ baseURL: origin });
    expect((await fetch(`${recorder.baseURL}/models`)).status).toBe(status);
    expect(readRecordings(recorder.directory)[0].reply).toMatchObject({ status, reads: [], ending: "complete" });
  });

  it("whose client leaves is ended at the provider, and kept as far as it came", async () => {
    const { origin, requests } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
    });
    const recorder = await startRecorder({ baseURL: origin });
    const leave = new AbortController();
    const answer = await post(`${recorder.baseURL}/chat/completions`, "{}", { signal: leave.signal });
    await answer.body?.getReader().read();
    leave.abort();
    await requests[0]?.closed;
    expect(await recorder.exchange(1)).toMatchObject({ file: "0001-generate.json", note: "the client left" });
    const [{ reply }] = readRecordings(recorder.directory);
    expect([reply.ending, reply.reads.map((read) => Buffer.from(read).toString())]).toEqual([
      "stall",
      ["data: one\n\n"],
    ]);
  });

  it("whose client leaves after `[DONE]`, and does not wait for the end, is whole", async () => {
    const { origin } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: {}\n\ndata: [DONE]\n\n");
    });
    const recorder = await startRecorder({ baseURL: origin });
    const leave = new AbortController();
    const answer = await post(`${recorder.baseURL}/chat/completions`, "{}", { signal: leave.signal });
    await answer.body?.getReader().read();
    leave.abort();
    expect(await recorder.exchange(1)).not.toHaveProperty("note");
    expect(readRecordings(recorder.directory)[0].reply.ending).toBe("complete");
  });

  it("whose client leaves before the reply is ended at the provider, and not kept", async () => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { origin, requests } = await startProvider(() => arrived());
    const recorder = await startRecorder({ baseURL: origin });
    const leave = new AbortController();
    const answer = post(`${recorder.baseURL}/chat/completions`, "{}", { signal: leave.signal });
    await arrival;
    leave.abort();
    await expect(answer).rejects.toThrow(/abort/);
    await requests[0]?.closed;
    expect(await recorder.exchange(1)).toMatchObject({ note: "the client left, before there was a reply" });
    expect(readdirSync(recorder.directory)).toEqual([]);
  });

  it("that the provider breaks off breaks for the client, and is kept as far as it came", async () => {
    const { origin } = await startProvider((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n", () => response.destroy());
    });
    const recorder = await startRecorder({ baseURL: origin });
    const answer = await post(`${recorder.baseURL}/chat/completions`, "{}");
    await expect(answer.text()).rejects.toThrow("terminated");
    const [{ reply }] = readRecordings(recorder.directory);
    expect([reply.ending, reply.reads.map((read) => Buffer.from(read).toString())]).toEqual(["cut", ["data: one\n\n"]]);
  });

  it("that the provider drops is dropped", async () => {
    const { origin } = await startProvider((response) => void response.destroy());
    const recorder = await startRecorder({ baseURL: origin });
    await expect(post(`${recorder.baseURL}/chat/completions`, "{}")).rejects.toThrow("fetch failed");
    expect(await recorder.exchange(1)).toMatchObject({ note: expect.stringContaining("the provider broke off") });
  });
});

describe("the key", () => {
  it.each([
    ["/v1/chat/completions", {}, "authorization", "Bearer real"],
    ["/v1/chat/completions", { authorization: "Bearer any" }, "authorization", "Bearer real"],
    ["/v1/chat/completions", { "api-key": "any" }, "api-key", "real"],
    ["/v1beta/models/m:generateContent", {}, "x-goog-api-key", "real"],
    ["/v1beta/models/m:generateContent?key=any", {}, "x-goog-api-key", "real"],
    ["/v1beta/openai/chat/completions", {}, "authorization", "Bearer real"],
  ])("goes where a client of %s with %j has its own: %s", async (path, headers, name, value) => {
    const { origin, requests } = await startProvider((response) => void response.end("{}"));
    const recorder = await startRecorder({ baseURL: origin, apiKey: "real" });
    await (await post(`${recorder.baseURL}${path}`, "{}", { headers })).text();
    expect(requests[0]?.headers[name]).toBe(value);
    expect(JSON.stringify(requests[0]?.headers) + requests[0]?.path).not.toContain("any");
  });
});

describe("is refused:", () => {
  const refused = async (path: string, headers: Record<string, string> = {}) => {
    const { origin, requests } = await startProvider((response) => void response.end("{}"));
    const recorder = await startRecorder({ baseURL: `${origin}/v1`, apiKey: "real" });
    const sent = sendRequest({ host: "127.0.0.1", port: recorder.served.port, method: "POST", path, headers });
    sent.end("{}");
    const [reply] = await once(sent, "response");
    reply.resume();
    expect(requests).toEqual([]);
    expect(readdirSync(recorder.directory)).toEqual([]);
    return reply.statusCode;
  };

  it.each(["/", "/v2/models", "/v1x/models", "/v1/../admin", "/v1/%2e%2e/admin"])(
    "a path above the base: %s",
    async (path) => {
      expect(await refused(path)).toBe(404);
    },
  );

  it("a page of another origin", async () => {
    expect(await refused("/v1/models", { origin: "https://evil.test" })).toBe(403);
    expect(await refused("/v1/models", { origin: "null" })).toBe(403);
  });

  it("a name that leads here", async () => {
    expect(await refused("/v1/models", { host: "evil.test" })).toBe(403);
  });
});

it("lets a page of this machine in", async () => {
  const { origin } = await startProvider((response) => void response.end("{}"));
  const recorder = await startRecorder({ baseURL: origin });
  const answer = await post(`${recorder.baseURL}/embeddings`, "{}", { headers: { origin: "http://localhost:5173" } });
  expect(answer.status).toBe(200);
});

it("says that the provider cannot be reached, in its protocol's form", async () => {
  const gone = await serve(createGoogleServer());
  await gone.close();
  const recorder = await startRecorder({ baseURL: gone.baseURL });
  const answer = await post(`${recorder.baseURL}/models/m:generateContent`, "{}");
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: { code: 502, message: expect.stringContaining("ECONNREFUSED") } });
});

it("numbers exchanges in the order in which they were asked, after those that are there", async () => {
  const { origin } = await startProvider(
    (response, { path }) => void response.writeHead(path === "/models" ? 200 : 404).end(),
  );
  const directory = temporaryFolder();
  writeFileSync(`${directory}/0041-stream.json`, "");
  const recorder = await startRecorder({ baseURL: origin, directory: `${directory}/` });
  await (await fetch(`${recorder.baseURL}/models`)).text();
  await (await post(`${recorder.baseURL}/embeddings`, "{}")).text();
  expect(readdirSync(directory)).toEqual(["0041-stream.json", "0042-get-models.json", "0043-embed-404.json"]);
});

it("says that a file could not be written, and serves its client all the same", async () => {
  const { origin } = await startProvider((response) => void response.end("{}"));
  const directory = `${temporaryFolder()}/deeper/still`;
  const recorder = await startRecorder({ baseURL: origin, directory });
  rmSync(directory, { recursive: true });
  expect((await post(`${recorder.baseURL}/embeddings`, "{}")).status).toBe(200);
  expect(await recorder.exchange(1)).toMatchObject({ note: "it could not be written: ENOENT" });
});

it.each([
  ["nonsense", "http"],
  ["ftp://127.0.0.1/v1", "http"],
  ["https://u:sentinel@127.0.0.1/v1", "credentials"],
  ["https://127.0.0.1/v1?key=sentinel", "query"],
])("refuses the base URL %s", (baseURL, said) => {
  const thrown = (() => {
    try {
      return createRecordProxy({ baseURL, directory: temporaryFolder() });
    } catch (error) {
      return error;
    }
  })();
  expect(isLLMError(thrown) && thrown.code).toBe("LLM_INVALID_CONFIG");
  expect(String(thrown)).toContain(said);
  expect(String(thrown)).not.toContain("sentinel");
});

describe("a recording is a wire exchange", () => {
  it("in which detectors find what is wrong", async () => {
    const script = [
      { toolCalls: [{ id: "c", name: "f", input: {} }] },
      { toolCalls: [{ id: "c", name: "f", input: {} }] },
    ];
    await using provider = await serve(createOpenAIServer({ script, quirks: ["TC-01"] }));
    const recorder = await startRecorder({ baseURL: provider.baseURL });
    const llm = openAICompatible({ baseURL: recorder.baseURL, model: "m" });
    const tools = [{ name: "f", description: "f", inputSchema: { type: "object", properties: {} }, execute: () => "" }];
    await llm.generate({ ...hello, tools, maxSteps: 1 });
    await (await llm.stream({ ...hello, tools, maxSteps: 1 })).response();
    await recorder.exchange(2);
    const recordings = readRecordings(recorder.directory);
    expect(recordings.map(({ request }) => request.kind)).toEqual(["generate", "stream"]);
    for (const recording of recordings) {
      const found = quirks.filter((quirk) => "detect" in quirk && quirk.detect(recording) !== undefined);
      expect(found.map(({ id }) => id)).toContain("TC-01");
    }
  });

  it("of Google's too", async () => {
    await using provider = await serve(createGoogleServer({ script: ["Hi", "Hi"] }));
    const recorder = await startRecorder({ baseURL: provider.baseURL });
    const llm = google({ baseURL: recorder.baseURL, model: "gemini-test", apiKey: "any-key-of-a-test" });
    await llm.generate(hello);
    await (await llm.stream(hello)).response();
    await llm.countTokens(hello);
    const recordings = readRecordings(recorder.directory);
    expect(recordings.map(({ protocol, request }) => [protocol, request.kind])).toEqual([
      ["google", "generate"],
      ["google", "stream"],
      ["google", "count-tokens"],
    ]);
  });
});
