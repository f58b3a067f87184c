import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { main } from "./main.js";
import { type ServeFlags, serve } from "./serve.js";
import { interruptsByHand, startCommand } from "./testing/start-command.js";

let out = "";
let err = "";

beforeEach(() => {
  out = "";
  err = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out += chunk;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    err += chunk;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A file for the time of a test. */
function file(content: unknown, name = "script.json"): string {
  const folder = mkdtempSync(`${tmpdir()}/touchstone-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/${name}`, typeof content === "string" ? content : JSON.stringify(content));
  return `${folder}/${name}`;
}

/** Serves with these flags while the work is done. */
async function during(flags: ServeFlags, work: (baseURL: string) => Promise<void>): Promise<void> {
  const { interrupts, interrupt } = interruptsByHand();
  const code = serve(flags, interrupts);
  try {
    await vi.waitFor(() => expect(out).toContain("\n"));
    await work(/http:\S+/.exec(out)?.[0] ?? "");
  } finally {
    interrupt();
  }
  expect(await code).toBe(0);
}

const chat = (baseURL: string, over: object = {}, headers: Record<string, string> = {}) =>
  fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Where is\nA-1042?" }], ...over }),
  });

const lines = () => out.trimEnd().split("\n");

describe("touchstone serve", () => {
  it("plays a script, and prints where it listens and a line a request, without a key", async () => {
    const script = file([{ toolCalls: [{ id: "c", name: "f", input: {} }] }, { error: { code: "LLM_RATE_LIMITED" } }]);
    await during({ script }, async (baseURL) => {
      const key = "zq5tnl0sentinel7wvx";
      const headers = { authorization: `Bearer ${key}` };
      expect(await (await chat(baseURL, {}, headers)).json()).toMatchObject({
        choices: [{ finish_reason: "tool_calls" }],
      });
      expect((await chat(baseURL, { stream: true }, headers)).status).toBe(429);
      expect((await chat(baseURL)).status).toBe(400);
      expect((await chat(baseURL, { modle: 1 })).status).toBe(400);
      await fetch(`${baseURL}/models?key=${key}&api_key=${key}`);
      await fetch(`${baseURL}/embeddings`, { method: "POST", body: '{"model":"e","input":["a","b"]}' });
    });
    expect(lines()).toEqual([
      expect.stringMatching(/^touchstone serves openai at http:\/\/127\.0\.0\.1:\d+\/v1$/),
      'POST /v1/chat/completions  generate m "Where is A-1042?"  200',
      'POST /v1/chat/completions  stream m "Where is A-1042?"  429',
      'POST /v1/chat/completions  generate m "Where is A-1042?"  400',
      "POST /v1/chat/completions  generate  400",
      expect.stringMatching(/^GET \/v1\/models\S* {2}200$/),
      "POST /v1/embeddings  embed e 2 texts  200",
    ]);
    expect(out).not.toContain("sentinel");
  });

  it("speaks Google's protocol, with its models and its key", async () => {
    vi.stubEnv("SERVED_KEY", "right-key");
    await during({ protocol: "google", models: ["a", "b"], apiKeyEnv: "SERVED_KEY" }, async (baseURL) => {
      const ask = (model: string, key: string) =>
        fetch(`${baseURL}/models/${model}:generateContent?key=${key}`, {
          method: "POST",
          body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] }),
        });
      expect((await ask("a", "right-key")).status).toBe(200);
      expect((await ask("c", "right-key")).status).toBe(404);
      expect((await ask("a", "wrong-key")).status).toBe(400);
    });
    expect(lines()[0]).toMatch(/^touchstone serves google at .*\/v1beta$/);
    expect(lines()[1]).toBe('POST /v1beta/models/a:generateContent?key=…  generate a "Hi"  200');
    expect(out).not.toMatch(/right-key|wrong-key/);
  });

  it("begins its script again with --repeat", async () => {
    await during({ script: file(["one"]), repeat: true }, async (baseURL) => {
      expect((await chat(baseURL)).status).toBe(200);
      expect((await chat(baseURL)).status).toBe(200);
    });
  });

  it("has the quirks that it is given", async () => {
    const script = file([{ toolCalls: [{ id: "c", name: "f", input: {} }] }]);
    await during({ script, quirk: ["TC-01"] }, async (baseURL) => {
      expect(await (await chat(baseURL)).text()).not.toContain('"id":"c"');
    });
  });

  it("has several quirks that are named with commas", async () => {
    const script = file([{ toolCalls: [{ id: "c", name: "f", input: {} }] }]);
    await during({ script, quirk: ["TC-01, TERM-09", "SHP-60"] }, async (baseURL) => {
      const text = await (await chat(baseURL)).text();
      expect(text).not.toContain('"id":"c"');
      expect(text).toContain('"finish_reason":"stop"');
      expect(text).not.toContain('"role":"assistant"');
    });
  });

  it("prints nothing but its address with --quiet", async () => {
    await during({ quiet: true }, async (baseURL) => {
      await chat(baseURL);
    });
    expect(lines()).toHaveLength(1);
  });

  it("lets pages of other origins in with --cors, and without it says nothing of them", async () => {
    const preflight = (baseURL: string) =>
      fetch(`${baseURL}/chat/completions`, {
        method: "OPTIONS",
        headers: { "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
      });
    await during({ cors: true }, async (baseURL) => {
      const asked = await preflight(baseURL);
      expect(asked.status).toBe(204);
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "authorization",
      });
      const answer = await chat(baseURL, { stream: true });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toBe("*");
      expect(await answer.text()).toContain("[DONE]");
    });
    out = "";
    await during({}, async (baseURL) => {
      expect((await preflight(baseURL)).status).toBe(405);
      expect((await chat(baseURL)).headers.has("access-control-allow-origin")).toBe(false);
    });
  });

  it("plays what was recorded, and says what is nearest", async () => {
    const recording = file(
      {
        ...{ schemaVersion: 1, protocol: "openai", basePath: "/openai/v1", startedAt: "2026-01-01T00:00:00.000Z" },
        request: { kind: "generate", method: "POST", path: "/openai/v1/chat/completions", headers: {}, json: { a: 1 } },
        reply: { status: 200, headers: {}, at: 1, reads: [{ at: 2, text: "{}" }], ending: "complete" },
      },
      "0001-generate.json",
    );
    const folder = recording.slice(0, recording.lastIndexOf("/"));
    await during({ replay: folder, timing: true }, async (baseURL) => {
      expect(baseURL).toMatch(/\/openai\/v1$/);
      const post = (body: string) => fetch(`${baseURL}/chat/completions`, { method: "POST", body });
      expect(await (await post('{"a":1}')).text()).toBe("{}");
      expect((await post('{"a":2}')).status).toBe(400);
    });
    expect(lines().slice(1)).toEqual([
      "POST /openai/v1/chat/completions  200  0001-generate.json",
      expect.stringMatching(
        /^POST \/openai\/v1\/chat\/completions {2}400 {2}No recorded .*differs at \/a: recorded 1, asked 2\.$/,
      ),
    ]);
  });

  it("ends open streams at a signal, with exit code 0", async () => {
    const script = file([{ text: "Hello", stall: true }]);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const command = await startCommand(["serve", "--script", script]);
      const reader = (await chat(command.baseURL, { stream: true })).body?.getReader();
      await reader?.read();
      command.child.kill(signal);
      const { code, err: said } = await command.ended;
      expect([code, said]).toEqual([0, ""]);
      const drain = async () => {
        while (!(await reader?.read())?.done);
      };
      await expect(drain()).rejects.toThrow("terminated");
    }
  });
});

describe("touchstone serve says what is wrong, and ends with 2:", () => {
  it.each<[string, () => string[], string]>([
    ["no JSON", () => ["--script", file("{")], "is no JSON"],
    ["no file", () => ["--script", "/nowhere.json"], "--script: /nowhere.json cannot be read: ENOENT"],
    ["no list", () => ["--script", file({})], "must be a list of replies"],
    ["a misspelt field", () => ["--script", file(["a", { txt: "" }])], "replies[1].txt: is not a field here"],
    ["a misspelt protocol", () => ["--protocol", "gogle"], 'there is no "gogle"; there are openai and google'],
    [
      "a misspelt quirk",
      () => ["--quirk", "TC-1"],
      '--quirk: there is no quirk "TC-1" of the openai wire; near it "TC-01"',
    ],
    ["a port that is none", () => ["--port", "x"], "--port"],
    ["a port that there is not", () => ["--port", "70000"], "--port"],
    ["a delay that is none", () => ["--delta-delay", "-5"], "--delta-delay"],
    ["empty models", () => ["--models", "a,,b"], "--models"],
    ["a key that is not set", () => ["--api-key-env", "NOT_SET"], "NOT_SET is not set"],
    ["a key on the command line", () => ["--api-key-env", "sk-sentinel-1"], "OPENAI_API_KEY"],
    ["an address that this machine has not", () => ["--host", "192.0.2.1"], "this machine has no such address"],
    ["timing without a recording", () => ["--timing"], "--replay"],
    ["a recording and a script", () => ["--replay", "x", "--script", "y"], "--script does not go with --replay"],
    ["a recording and a quirk", () => ["--replay", "x", "--quirk", "TC-01"], "--quirk does not go with --replay"],
    [
      "a recording and a delay",
      () => ["--replay", "x", "--delta-delay", "1"],
      "--delta-delay does not go with --replay",
    ],
    ["no recordings", () => ["--replay", "/nowhere"], "--replay: /nowhere cannot be read"],
  ])("%s", async (_, args, said) => {
    expect(await main(["serve", ...args()])).toBe(2);
    expect(err).toContain(said);
    expect(err + out).not.toContain("sentinel");
    expect(out).toBe("");
  });

  it("a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    expect(await main(["serve", "--port", String(port)])).toBe(2);
    expect(err.split("\n")[0]).toBe(
      `touchstone: cannot listen at 127.0.0.1, port ${port}: it is in use; --port 0 takes a free one`,
    );
    expect(process.listenerCount("SIGTERM")).toBe(0);
  });
});
