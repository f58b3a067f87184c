import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LLM } from "../contract/index.js";
import { google } from "./google/index.js";
import { openAICompatible } from "./openai-compatible/index.js";
import { failure, hi, key } from "./testing/llm-for.js";
import { type Handler, json, serve } from "./testing/serve.js";
import { transportFor, transports } from "./testing/transport-for.js";
import { readSome } from "./transport/index.js";

const options = { apiKey: key, model: "m", maxRetries: 0, timeouts: { idle: 100 } };
const drivers = { openAICompatible, google } as const;

const methods: Readonly<Record<string, (llm: LLM, signal?: AbortSignal) => Promise<unknown>>> = {
  generate: (llm, signal) => llm.generate(hi, { signal }),
  stream: (llm, signal) => llm.stream(hi, { signal }),
};

/** Sends the head of an error, and what there is of its body. */
const begun =
  (status: number, headers: Record<string, string>, body: string | Buffer, end: "cut" | "stall"): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.write(body, () => end === "cut" && response.destroy());
  };

const half = '{"error":{"message":"slow do';
const limited = { code: "LLM_RATE_LIMITED", status: 429, retryable: true, retryAfterMs: 7000, requestId: "r1" };
const retry = { "retry-after": "7", "x-request-id": "r1" };

describe.each(Object.entries(drivers))("%s", (_driver, make) => {
  describe.each(transports)("over %s", (_transport, fetch) => {
    test.each<[string, Handler, object]>([
      ["a cut body", begun(429, retry, half, "cut"), limited],
      ["a silent body", begun(429, retry, half, "stall"), limited],
      ["no body", json("", 429, retry), limited],
      [
        "a cut body of gzip",
        begun(429, { ...retry, "content-encoding": "gzip" }, gzipSync(half).subarray(0, 20), "cut"),
        limited,
      ],
      ["a body that is no gzip", begun(429, { ...retry, "content-encoding": "gzip" }, half, "stall"), limited],
      ["a silent 401", begun(401, {}, half, "stall"), { code: "LLM_UNAUTHORIZED", status: 401 }],
      [
        "a 401 in an encoding that was not asked for",
        (response) => {
          response.writeHead(401, { "content-encoding": "zstd" });
          response.end(Buffer.from("28b52ffd04000100006100ff", "hex"));
        },
        { code: "LLM_UNAUTHORIZED", status: 401, message: expect.stringMatching(/answered 401: it gave no reason$/) },
      ],
      ["a cut 500", begun(500, {}, half, "cut"), { code: "LLM_PROVIDER_ERROR", status: 500, retryable: true }],
      [
        "a cut body that says enough",
        begun(400, {}, '{"error":{"message":"API key not valid"', "cut"),
        { code: "LLM_UNAUTHORIZED", status: 401 },
      ],
    ])("%s takes nothing from the status", async (_, handler, expected) => {
      const { baseURL } = await serve(handler);
      const llm = make({ ...options, baseURL, fetch });
      onTestFinished(() => llm.close());
      for (const call of Object.values(methods)) expect(await failure(call(llm))).toMatchObject(expected);
    });

    test.each(Object.entries(methods))("an abort of %s while the body of an error comes is one", async (_, call) => {
      const server = await serve(begun(429, {}, half, "stall"));
      const llm = make({ ...options, timeouts: {}, baseURL: server.baseURL, fetch });
      onTestFinished(() => llm.close());
      const caller = new AbortController();
      const failed = failure(call(llm, caller.signal));
      const request = await server.request();
      caller.abort();
      expect((await failed).code).toBe("LLM_CANCELLED");
      expect(await request.closed).toEqual({ complete: false });
    });
  });
});

test.each(transports)("what there is of a body is read in a time of its own, over %s", async (_, fetch) => {
  const server = await serve(begun(500, {}, half, "stall"));
  const { post } = transportFor(fetch);
  expect(await readSome(await post(server.baseURL), { bytes: 1000, milliseconds: 50 })).toBe(half);
  expect(await readSome(await post(server.baseURL), { bytes: 10, milliseconds: 60_000 })).toBe(half);
  expect(await (await server.request(2)).closed).toEqual({ complete: false });
});
