import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type JudgeOptions, judgeEndpoint } from "./judge.js";
import { obedientModel } from "./testing/obedient-model.js";

const key = "zebra/lamp+7781";

interface Turn {
  readonly count: number;
  readonly body: string;
  readonly request: IncomingMessage;
  /** What an endpoint without fault answers. */
  relay(): Promise<{ status: number; type: string; text: string }>;
}
type Answer = (turn: Turn, response: ServerResponse) => Promise<void> | void;

async function hostile(answer: Answer, options: Partial<JudgeOptions> = {}) {
  const good = await obedientModel({ models: ["m"] });
  onTestFinished(good.close);
  let count = 0;
  const server = createServer(async (request, response) => {
    count += 1;
    let body = "";
    for await (const chunk of request) body += chunk;
    const relay = async () => {
      const got = await fetch(good.baseURL.replace(/\/v1$/, "") + request.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return { status: got.status, type: got.headers.get("content-type") ?? "", text: await got.text() };
    };
    try {
      await answer({ count, body, request, relay }, response);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => void server.close(() => done()));
  });
  const { port } = server.address() as AddressInfo;
  const told: string[] = [];
  const judgement = await judgeEndpoint(
    { protocol: "openai", baseURL: `http://127.0.0.1:${port}/v1`, model: "m", apiKey: key },
    {
      profile: "default",
      repeat: 1,
      maxOutputTokens: 128,
      concurrency: 4,
      answerMs: 300,
      signal: AbortSignal.timeout(20_000),
      onCase: (_, verdicts) => void told.push(JSON.stringify(verdicts)),
      ...options,
    },
  );
  const all = JSON.stringify([judgement, told]);
  return { ...judgement, all, counted: () => count };
}
const json = { "content-type": "application/json" };
const pass = async ({ relay }: Turn, response: ServerResponse, change = (t: string) => t) => {
  const { status, type, text } = await relay();
  response.writeHead(status, { "content-type": type }).end(change(text));
};
const later =
  (answer: Answer): Answer =>
  (turn, response) =>
    turn.count === 1 ? pass(turn, response) : answer(turn, response);

/** Writes this over and over, as fast as it is taken, until nobody takes it any more. */
async function flood(response: ServerResponse, bytes: Buffer, times: number): Promise<void> {
  const closed = once(response, "close");
  for (let i = 0; i < times && !response.destroyed; i++)
    if (!response.write(bytes)) await Promise.race([closed, new Promise((resume) => response.once("drain", resume))]);
  response.end();
}

const answers: Record<string, Answer> = {
  "hang before headers": () => {},
  "hang before headers later": later(() => {}),
  "hang mid stream": later(async (t, r) => {
    const { status, type, text } = await t.relay();
    r.writeHead(status, { "content-type": type });
    r.write(text.slice(0, text.length / 2));
  }),
  "hang at end": later(async (t, r) => {
    const { status, type, text } = await t.relay();
    r.writeHead(status, { "content-type": type });
    r.write(text);
  }),
  "1GB json": later(async (_, r) => {
    r.writeHead(200, json);
    r.write('{"a":"');
    await flood(r, Buffer.alloc(1 << 20, 97), 1_000);
  }),
  "1GB sse": later(async (_, r) => {
    r.writeHead(200, { "content-type": "text/event-stream" });
    const event = `data: {"choices":[{"index":0,"delta":{"content":"${"a".repeat(1 << 16)}"}}]}\n\n`;
    await flood(r, Buffer.from(event), 16_000);
  }),
  redirect: later((_, r) => {
    r.writeHead(307, { location: `http://127.0.0.1:9/?k=${key}` }).end("moved");
  }),
  "close early": later((_t, r) => {
    r.destroy();
  }),
  "429": later(
    (_, r) =>
      void r
        .writeHead(429, { ...json, "retry-after": "3600" })
        .end('{"error":{"message":"slow down","type":"rate_limit"}}'),
  ),
  html: later(
    (_, r) => void r.writeHead(200, { "content-type": "text/html" }).end(`<html><title>Welcome ${key}</title></html>`),
  ),
  gzip: async (t, r) => {
    const { status, type, text } = await t.relay();
    r.writeHead(status, { "content-type": type, "content-encoding": "gzip" }).end(gzipSync(text));
  },
  "type json for sse": async (t, r) => {
    const { status, text } = await t.relay();
    r.writeHead(status, json).end(text);
  },
  "type text/plain": async (t, r) => {
    const { status, text } = await t.relay();
    r.writeHead(status, { "content-type": "text/plain" }).end(text);
  },
  "no type": async (t, r) => {
    const { status, text } = await t.relay();
    r.writeHead(status).end(text);
  },
  "echo in 401": (_t, r) =>
    void r
      .writeHead(401, { ...json, "www-authenticate": `Bearer ${key}` })
      .end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}`, type: "x" } })),
  "echo text 400": later(
    (t, r) =>
      void r
        .writeHead(400, { "content-type": `text/plain; k=${key}` })
        .end(`bad ${t.request.headers.authorization} ${encodeURIComponent(key)}`),
  ),
  "echo in answers": (t, r) =>
    pass(t, r, (text) => text.replaceAll("Hello there", `Hello ${key}`).replaceAll("Paris", key)),
  "echo in model": (t, r) => pass(t, r, (text) => text.replaceAll('"model":"m"', `"model":"${key}"`)),
  "echo in roles and ids": (t, r) =>
    pass(t, r, (text) => text.replaceAll('"role":"assistant"', `"role":"${key.replaceAll("/", "\\/")}"`)),
};
describe("an endpoint that misbehaves yields a report", () => {
  test.each(Object.keys(answers))("%s", { timeout: 30_000 }, async (name) => {
    const { report, all, counted } = await hostile(answers[name] as Answer);
    expect(report.verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
    const failed = report.verdicts.filter(({ status }) => status === "failed").map(({ id }) => id);
    // Silence is nobody's proven fault.
    if (name === "hang at end") expect(failed).toEqual(["Wire/endings-open-after-the-sentinel"]);
    else if (name.startsWith("hang") || name === "429") expect(failed).toEqual([]);
    // However much of it comes before the deadline: what fails, fails by its length.
    if (name.startsWith("1GB"))
      for (const { id, status, reason } of report.verdicts)
        if (status === "failed") expect(`${id}: ${reason}`).toContain("longer than maxResponseBytes");
    if (/type/.test(name)) expect(failed).toEqual(["Wire/framing-events-under-another-type"]);
    for (const spelling of [key, key.replace("/", "\\\\/"), encodeURIComponent(key)])
      expect(all).not.toContain(spelling);
    expect(counted()).toBeLessThanOrEqual(30);
  });
});

const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("no form of the key is in what is told of an endpoint that echoes it", () => {
  /** What the endpoint says, and what of it must not be told. */
  const forms: Readonly<Record<string, readonly [said: string, secret: string]>> = {
    "behind a long text": [`${"x".repeat(80)}${key}`, key],
    "in base64": [Buffer.from(`it is ${key}!`).toString("base64"), Buffer.from(key).toString("base64")],
    "in hexadecimal": [Buffer.from(key).toString("hex"), Buffer.from(key).toString("hex")],
    "in upper case": [key.toUpperCase(), key],
    "in escapes": [escaped(key), escaped(key)],
  };
  test.each(Object.entries(forms))("%s", async (_, [form, secret]) => {
    const completion = (fields: object) => ({
      ...{ id: "c", object: "chat.completion", created: 1, model: "m" },
      choices: [{ index: 0, message: { role: form, content: form }, finish_reason: "stop" }],
      ...fields,
    });
    const { report } = await hostile((turn, response) => {
      const streamed = /"stream":true/.test(turn.body);
      if (streamed) return pass(turn, response, (text) => text.replaceAll('"role":"assistant"', `"role":"${form}"`));
      response.writeHead(200, json).end(JSON.stringify(completion({})).replaceAll("\\\\u", "\\u"));
    });
    expect(report.verdicts.filter(({ replied }) => replied).length).toBeGreaterThan(0);
    const told = JSON.stringify(report).toLowerCase();
    const pieces = [key, secret].flatMap((text) =>
      Array.from({ length: text.length - 9 }, (_, at) => text.toLowerCase().slice(at, at + 10)),
    );
    expect(pieces.filter((piece) => told.includes(piece))).toEqual([]);
  });

  test("split over deltas", async () => {
    const { report } = await hostile((turn, response) =>
      pass(turn, response, (text) =>
        text
          .replaceAll('"role":"assistant"', '"role":"robot"')
          .replaceAll('"content":"Hello"', `"content":"${key.slice(0, 7)}"`)
          .replaceAll('"content":" ther"', `"content":"${key.slice(7)}"`),
      ),
    );
    const replied = report.verdicts.map((verdict) => verdict.replied ?? "").join();
    expect(replied).toContain("robot");
    expect(replied).not.toContain(key.slice(0, 7));
    expect(replied).not.toContain(key.slice(7));
  });
});
