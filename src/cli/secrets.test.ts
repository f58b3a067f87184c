import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { obedientModel } from "../endpoint/testing/obedient-model.js";
import { main } from "./main.js";

let printed = "";
beforeEach(() => {
  printed = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      printed += chunk;
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Like no provider's, so that only knowing them keeps them out; the short one is as long as a password. */
const keys = [`zQ/7+k=="x'\\&<wL9m0pRt4`, "q7Zr9/Lw+2K="];

/** How servers, proxies and logs quote what they were sent. */
function formsOf(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1);
  return [
    key,
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString(),
    ...["", "a", "ab"].map((before) => Buffer.from(`${before}${key}`).toString("base64")),
    Buffer.from(key).toString("base64url"),
    Buffer.from(`user:${key}`).toString("base64"),
    Buffer.from(key).toString("hex"),
    key.toLowerCase(),
    key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  ];
}

/** Every piece of a key, in every form, that is too long to stand somewhere by accident. */
function tracesOf(key: string): readonly string[] {
  const windows = (text: string, length: number) =>
    Array.from({ length: Math.max(1, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
  return [...new Set(formsOf(key).flatMap((form) => windows(form.toLowerCase(), form.length > key.length ? 14 : 9)))];
}

interface Turn {
  readonly count: number;
  readonly isStream: boolean;
  /** What an endpoint without fault answers. */
  relay(): Promise<{ readonly status: number; readonly type: string; readonly text: string }>;
}

async function startServer(answer: (turn: Turn, response: ServerResponse) => Promise<void> | void): Promise<string> {
  const good = await obedientModel({ models: ["m"] });
  let count = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    count += 1;
    let body = "";
    for await (const chunk of request) body += chunk;
    const relay = async () => {
      const address = good.baseURL.replace(/\/v1$/, "") + (request.url ?? "");
      const got = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
      return { status: got.status, type: got.headers.get("content-type") ?? "", text: await got.text() };
    };
    await answer({ count, isStream: body.includes('"stream":true'), relay }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await good.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const json = { "content-type": "application/json" };

/** A text as a header can have it. */
const inHeader = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");

/** Endpoints that tell all forms of a key back, one form after the other. */
const echoes: Readonly<
  Record<string, (said: string) => (turn: Turn, response: ServerResponse) => Promise<void> | void>
> = {
  "in the texts, roles, models and ids of its answers": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    const word = JSON.stringify(said);
    const changed = text
      .replaceAll('"role":"assistant"', `"role":${word}`)
      .replaceAll(/"id":"[^"]*"/g, `"id":${word}`)
      .replaceAll('"model":"m"', turn.count % 2 ? '"model":"m"' : `"model":${word}`)
      .replaceAll("Hello", word.slice(1, -1))
      .replaceAll('\\"Paris\\"', JSON.stringify(word).slice(1, -1));
    response.writeHead(status, { "content-type": type }).end(changed);
  },
  "in errors": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    if (turn.count === 1) response.writeHead(status, { "content-type": type }).end(text);
    else
      response
        .writeHead(400, json)
        .end(JSON.stringify({ error: { message: said, code: said, param: said, type: said } }));
  },
  "in errors that are no JSON": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    if (turn.count === 1) response.writeHead(status, { "content-type": type }).end(text);
    else response.writeHead(500, { "content-type": "text/html" }).end(`<html><title>${said}</title><pre>${said}</pre>`);
  },
  "where the key is refused": (said) => (_, response) => {
    const headers = { ...json, "www-authenticate": `Bearer realm="${inHeader(said)}"` };
    response.writeHead(401, headers).end(JSON.stringify({ error: { message: `Incorrect API key provided: ${said}` } }));
  },
  "in headers": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    const headers = { "x-request-id": inHeader(said), server: inHeader(said), "retry-after": inHeader(said) };
    if (turn.count === 1) response.writeHead(status, { ...headers, "content-type": type }).end(text);
    else response.writeHead(429, { ...headers, "content-type": `text/plain; said="${inHeader(said)}"` }).end();
  },
  "in redirects": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    const location = `http://127.0.0.1:9/?said=${encodeURIComponent(said)}`;
    if (turn.count === 1) response.writeHead(status, { "content-type": type }).end(text);
    else response.writeHead(307, { location }).end(`moved to ${said}`);
  },
  "in the events of a stream, in pieces": (said) => async (turn, response) => {
    const { status, type, text } = await turn.relay();
    response.writeHead(status, { "content-type": type });
    if (!turn.isStream) return void response.end(text);
    const pieces = said.match(/[\s\S]{1,3}/g) ?? [];
    const events = pieces.map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "robot", content } }] })}\n\n`,
    );
    response.end(
      `: ${said}\nid: ${said}\nevent: ${said}\n${events.join("")}data: {"error":${JSON.stringify(said)}}\n\n`,
    );
  },
};

const forms = {
  ...{ json: "report.json", junit: "report.xml", markdown: "report.md" },
  ...{ html: "report.html", badge: "badge.svg" },
};

describe.each(keys)("a key given by its variable (%#)", (key) => {
  it.each(Object.entries(echoes))("is in no artefact of a check when it comes back %s", async (_, echo) => {
    vi.stubEnv("SENTINEL", key);
    const said = formsOf(key).join(" ");
    const baseURL = await startServer(echo(said));
    const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = Object.entries(forms).flatMap(([form, file]) => [`--${form}`, join(folder, file)]);
    const flags = ["--base-url", baseURL, "--model", "m", "--key-env", "SENTINEL", "--answer-timeout", "2"];
    const code = await main(["check", ...flags, ...files]);
    expect([1, 4], printed).toContain(code);
    expect(readdirSync(folder).toSorted()).toEqual(Object.values(forms).toSorted());
    const texts = [printed, ...Object.values(forms).map((file) => readFileSync(join(folder, file), "utf8"))];
    const told = texts.join("\n").toLowerCase();
    expect(tracesOf(key).filter((trace) => told.includes(trace))).toEqual([]);
    // What nobody could judge by would be no proof.
    expect(told).toContain("sentinel");
  });
});

it.each(["check", "record"])("a key that no header can carry is refused by %s, and not shown", async (command) => {
  const key = "zQ/7+k=é日本wL9m0pRt4";
  vi.stubEnv("SENTINEL", key);
  const more = command === "check" ? ["--model", "m"] : ["--out", join(tmpdir(), "touchstone-none")];
  expect(await main([command, "--base-url", "http://127.0.0.1:9/v1", "--key-env", "SENTINEL", ...more])).toBe(2);
  expect(printed).toContain("header");
  const said = printed.toLowerCase();
  expect(tracesOf(key).filter((trace) => said.includes(trace))).toEqual([]);
});
