import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Handler, type ReceivedRequest, startProvider, startRecorder } from "./testing/record.js";

// Like no provider's key, so that only knowing them keeps them out.
const key = "zq5tnl0sentinel7wvx";
const ownKey = "pm3client9sentinelhd";
const cookie = "hk8cookie4sentinelbn";
const account = "account-sentinel-77";

/** A piece of each, in each form that somebody could read it back from; also the ends of a base64 group. */
const traces = [key, ownKey, cookie, account].flatMap((secret) => [
  secret.slice(0, 9),
  secret.slice(-9),
  Buffer.from(secret).toString("base64").slice(0, 10),
  Buffer.from(secret).toString("hex").slice(0, 12),
]);

/** What a provider was sent, as one that tells all of it back. */
const saidBy = ({ headers, path }: ReceivedRequest) =>
  [headers.authorization, headers["x-goog-api-key"], headers.cookie, headers["openai-organization"], path].join(" ");

const reply =
  (status: number, headers: Record<string, string>, body: (said: string) => string | Buffer): Handler =>
  (response, request) =>
    void response.writeHead(status, headers).end(body(saidBy(request)));

const json = { "content-type": "application/json" };
const events = { "content-type": "text/event-stream" };

/** Each piece goes out when the one before it is with the kernel, so that it is a read of its own. */
async function writeAll(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  response.writeHead(200, events);
  for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
  response.end();
}

const echoes: Readonly<Record<string, Handler>> = {
  "in a JSON error": reply(401, json, (said) =>
    JSON.stringify({ error: { message: `Incorrect: ${said}`, code: said } }),
  ),
  "in JSON within JSON": reply(500, json, (said) => JSON.stringify({ raw: JSON.stringify({ authorization: said }) })),
  "in an error page": reply(502, { "content-type": "text/html" }, (said) => `<html><pre>${said}</pre></html>`),
  "in base64": reply(200, json, (said) => JSON.stringify({ debug: Buffer.from(said).toString("base64") })),
  "in an address": reply(200, json, (said) =>
    JSON.stringify({ url: `https://e.test/?said=${encodeURIComponent(said)}` }),
  ),
  "in hexadecimal": reply(200, json, (said) => Buffer.from(said).toString("hex")),
  "in lower case": reply(200, json, (said) => said.toLowerCase()),
  compressed: reply(200, { ...json, "content-encoding": "gzip" }, (said) => gzipSync(said)),
  "in a compression that it is not": reply(200, { ...json, "content-encoding": "br" }, (said) => said),
  "in headers": (response, request) => {
    const said = saidBy(request);
    response.writeHead(429, {
      ...{ "x-request-id": said, "retry-after": said, location: `/v1?key=${encodeURIComponent(said)}` },
      ...{ "set-cookie": `a=${said}`, "openai-organization": said, "x-debug": said, "content-type": "text/plain" },
    });
    response.end();
  },
  "in an event that two reads bring": (response, request) => {
    const sent = String(request.headers["x-goog-api-key"]);
    void writeAll(response, [`data: {"error":"${sent.slice(0, 7)}`, `${sent.slice(7)} ${saidBy(request)}"}\n\n`]);
  },
  "in the deltas of a stream": (response, request) => {
    const pieces = saidBy(request).match(/.{1,4}/g) ?? [];
    void writeAll(
      response,
      pieces.map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`),
    );
  },
  "in a stream that breaks off": (response, request) => {
    response.writeHead(200, events);
    response.write(`data: ${saidBy(request)}\n\ndata: ${request.headers["x-goog-api-key"]}`, () => response.destroy());
  },
};

const clientHeaders = {
  ...{ "content-type": "application/json", "x-goog-api-key": ownKey, cookie: `a=b; session=${cookie}` },
  ...{ "openai-organization": account, "x-title": account },
};

describe.each([
  ["the key of the recorder", key],
  ["the client's own key", undefined],
])("%s", (_, apiKey) => {
  it.each(Object.entries(echoes))("is in no artefact when it comes back %s", async (__, handler) => {
    const { origin, requests } = await startProvider(handler);
    const recorder = await startRecorder({ baseURL: `${origin}/v1`, apiKey });
    const content = `my key is ${ownKey}, and ${Buffer.from(ownKey).toString("base64")}`;
    const answer = await fetch(`${recorder.baseURL}/chat/completions?key=${ownKey}&sig=${cookie}&api-version=1`, {
      method: "POST",
      redirect: "manual",
      headers: clientHeaders,
      body: JSON.stringify({ stream: true, messages: [{ role: "user", content }], user: apiKey }),
    });
    await answer.text().catch(() => {});
    const { file, path } = await recorder.exchange(1);

    // The provider got what it needs, and the client what the provider said.
    expect(requests[0]?.headers["x-goog-api-key"]).toBe(apiKey ?? ownKey);
    expect(path).toBe("/v1/chat/completions?api-version=1");
    expect(file).toMatch(/^0001-stream/);
    const kept = recorder.artefacts() + JSON.stringify(recorder.passed);
    expect(kept).toContain('"content": "my key is [redacted], and [redacted]');
    for (const trace of traces) expect(kept.toLowerCase()).not.toContain(trace.toLowerCase());
  });
});
