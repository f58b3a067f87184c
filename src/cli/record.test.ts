import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createOpenAIServer, serve } from "../mock-server/index.js";
import { readRecordings } from "../recording/index.js";
import { main } from "./main.js";
import { startCommand } from "./testing/start-command.js";

const key = "zq5tnl0sentinel7wvx";

function folder(): string {
  const made = mkdtempSync(`${tmpdir()}/touchstone-`);
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const chat = (baseURL: string, over: object = {}) =>
  fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer any" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], stream: true, ...over }),
  });

describe("touchstone record", () => {
  it("keeps what a provider says to its key, and shows the key nowhere; serve plays it", async () => {
    await using provider = await serve(createOpenAIServer({ apiKey: key }));
    const out = folder();
    const args = ["--base-url", provider.baseURL, "--out", out, "--key-env", "RECORD_KEY"];
    const command = await startCommand(["record", ...args], { RECORD_KEY: key });
    const said = await (await chat(command.baseURL, { messages: [{ role: "user", content: `it is ${key}` }] })).text();
    command.child.kill("SIGINT");
    const { code, out: printed, err } = await command.ended;
    expect([code, err]).toEqual([0, ""]);
    expect(printed.split("\n").slice(1)).toEqual(["POST /v1/chat/completions  200  0001-stream.json", ""]);
    expect(printed).not.toContain(key);
    const kept = readFileSync(`${out}/0001-stream.json`, "utf8");
    expect(kept).not.toContain(key);
    // The server echoes in pieces of a few characters.
    expect(kept).not.toContain(key.slice(0, 5));
    expect(said).toContain(key.slice(0, 4));

    const replay = await startCommand(["serve", "--replay", out]);
    const again = await (
      await chat(replay.baseURL, { messages: [{ role: "user", content: "it is [redacted]" }] })
    ).text();
    expect(again.match(/\[redacted\]/g)).toHaveLength(1);
    expect(again).toContain("[DONE]");
    replay.child.kill("SIGTERM");
    expect((await replay.ended).code).toBe(0);
  });

  it("waits at the first signal for what is open, and ends it at the second", async () => {
    let goOn = () => {};
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from("data: one\n\n"));
          goOn = () => {
            controller.enqueue(Buffer.from("data: two\n\n"));
            controller.close();
          };
        },
      });
    const fetched = async () => new Response(stream(), { headers: { "content-type": "text/event-stream" } });
    await using provider = await serve({ basePath: "/v1", fetch: fetched });
    const out = folder();
    const start = async () => {
      const command = await startCommand(["record", "--base-url", provider.baseURL, "--out", out]);
      const reader = (await chat(command.baseURL)).body?.getReader();
      await reader?.read();
      command.child.kill("SIGINT");
      await command.printed("waits for open exchanges (1); Ctrl-C again ends them\n");
      await expect(chat(command.baseURL)).rejects.toThrow("fetch failed");
      return { command, reader };
    };

    const patient = await start();
    goOn();
    expect(Buffer.from((await patient.reader?.read())?.value ?? []).toString()).toBe("data: two\n\n");
    expect(await patient.reader?.read()).toMatchObject({ done: true });
    expect((await patient.command.ended).code).toBe(0);

    const impatient = await start();
    impatient.command.child.kill("SIGINT");
    const { code, out: printed } = await impatient.command.ended;
    expect(code).toBe(0);
    expect(printed).toContain("POST /v1/chat/completions  200  0002-stream.json  the client left");
    expect(readRecordings(out).map(({ reply }) => [reply.ending, Buffer.concat(reply.reads).toString()])).toEqual([
      ["complete", "data: one\n\ndata: two\n\n"],
      ["stall", "data: one\n\n"],
    ]);
    expect(readdirSync(out)).toHaveLength(2);
  });
});

describe("touchstone record says what is wrong, and ends with 2:", () => {
  let printed = "";
  beforeEach(() => {
    printed = "";
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((chunk) => {
        printed += chunk;
        return true;
      });
  });
  afterEach(() => vi.restoreAllMocks());

  const base = ["--base-url", "http://127.0.0.1:9/v1"];
  it.each<[string, string[], string]>([
    ["no base URL", ["--out", "x"], "--base-url"],
    ["no folder", base, "--out"],
    ["a base URL that is none", ["--base-url", "localhost", "--out", "x"], "the base URL must be one of http or https"],
    ["a credential in it", ["--base-url", "http://u:sentinel@127.0.0.1/v1", "--out", "x"], "no credentials"],
    ["a protocol that there is not", [...base, "--out", "x", "--protocol", "gogle"], "there are openai and google"],
    ["a key that is not set", [...base, "--out", "x", "--key-env", "NOT_SET"], "NOT_SET is not set"],
    ["a key on the command line", [...base, "--out", "x", "--key-env", "sk-sentinel-1"], "OPENAI_API_KEY"],
    ["a folder that is a file", [...base, "--out", "package.json"], "package.json cannot be used as a folder"],
  ])("%s", async (_, args, said) => {
    expect(await main(["record", ...args])).toBe(2);
    expect(printed).toContain(said);
    expect(printed).not.toContain("sentinel");
  });
});
