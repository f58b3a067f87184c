import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { TurnRequest } from "../contract/index.js";
import { obedientModel } from "../endpoint/testing/obedient-model.js";
import { createOpenAIServer, type OpenAIServerOptions, serve } from "../mock-server/index.js";
import { embedderCases, llmCases } from "../suite/index.js";
import { main } from "./main.js";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

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
afterEach(() => vi.restoreAllMocks());

describe("touchstone check", () => {
  it("judges the built-in subjects and says that they conform", async () => {
    // As users run it.
    const run = await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL("../../bin/touchstone.js", import.meta.url)),
      "check",
    ]);
    for (const { name } of [...llmCases, ...embedderCases]) expect(run.stdout).toMatch(new RegExp(`^${name} `, "m"));
    expect(run.stdout).toMatch(/^LLM +memory +openai-compatible +google/m);
    expect(run.stdout).toMatch(/^Embedder +memory +openai-compatible +google/m);
    expect(run.stdout).not.toContain("✗");
    expect(run.stdout).toMatch(/^Conforms/m);
    expect(run.stdout.trimEnd().split("\n").at(-1)).toBe("npx touchstone check");
    // Nothing but plain text where nobody looks at a terminal.
    expect(run.stdout).not.toContain("\u001b[");
  });

  it("judges an endpoint, with the key from the environment and never in the output", async () => {
    await using endpoint = await serve(createOpenAIServer({ apiKey: "sentinel-key" }));
    vi.stubEnv("SENTINEL_KEY", "sentinel-key");
    const code = await main(["check", "--base-url", endpoint.baseURL, "--model", "m", "--key-env", "SENTINEL_KEY"]);
    // An unscripted server echoes: whatever the verdict, there is one.
    expect([0, 1]).toContain(code);
    expect(out).toMatch(/^Generate +✓/m);
    expect(out + err).not.toContain("sentinel-key");
  });

  it("says that an endpoint with the wrong key could not be judged", async () => {
    await using endpoint = await serve(createOpenAIServer({ apiKey: "right-key" }));
    vi.stubEnv("SENTINEL_KEY", "wrong-key");
    expect(await main(["check", "--base-url", endpoint.baseURL, "--model", "m", "--key-env", "SENTINEL_KEY"])).toBe(4);
    expect(out).toContain("LLM_UNAUTHORIZED");
    expect(out.trimEnd().split("\n").length).toBeLessThan(8);
    expect(out + err).not.toMatch(/right-key|wrong-key/);
  });

  it("says that nothing answers", async () => {
    const endpoint = await serve(createOpenAIServer());
    await endpoint.close();
    expect(await main(["check", "--base-url", endpoint.baseURL, "--model", "m"])).toBe(4);
    expect(out).toContain("LLM_NETWORK_ERROR");
  });

  it.each<[string, OpenAIServerOptions, string]>([
    ["a path that is not there", {}, "/v2"],
    ["a model that is not there", { models: ["another"] }, ""],
    ["an endpoint that is out of order", { script: [{ error: { code: "LLM_PROVIDER_ERROR", status: 503 } }] }, ""],
  ])("says once that nothing can be judged: %s", async (_what, options, path) => {
    await using endpoint = await serve(createOpenAIServer(options));
    expect(await main(["check", "--base-url", endpoint.baseURL + path, "--model", "m"])).toBe(4);
    expect(out.match(/LLM_/g)).toHaveLength(1);
    expect(out).toContain("--base-url");
  });

  it("says in one line what to do where the profile is not the model's", async () => {
    const notFound = Response.json({ error: { message: "no such route", type: "x" } }, { status: 404 });
    await using chatOnly = await serve({ basePath: "/v1", fetch: async () => notFound.clone() });
    const file = join(temporaryFolder(), "report.json");
    const flags = ["--base-url", chatOnly.baseURL, "--model", "m", "--json", file];
    expect(await main(["check", ...flags, "--profile", "embed"])).toBe(4);
    expect(out).toContain("where m chats, leave it out");
    expect(out.trimEnd().split("\n").length).toBeLessThan(8);
    expect(JSON.parse(readFileSync(file, "utf8")).outcome).toBe("incomplete");
    out = "";
    expect(await main(["check", ...flags, "--profile", "chat"])).toBe(4);
    expect(out).toContain("judge it with --profile embed");
  });

  it.each([
    ["answers nothing that is right", 200, { error: "queue full" }, 1, "fails"],
    ["refuses everything, in its own words", 401, "no", 4, "incomplete"],
  ])("ends with what its report says of an endpoint that %s", async (_what, status, body, code, outcome) => {
    await using endpoint = await serve({ basePath: "/v1", fetch: async () => Response.json(body, { status }) });
    const file = join(temporaryFolder(), "report.json");
    expect(await main(["check", "--base-url", endpoint.baseURL, "--model", "m", "--json", file])).toBe(code);
    expect(JSON.parse(readFileSync(file, "utf8")).outcome).toBe(outcome);
  });

  it("says what it would spend, and sends nothing", async () => {
    const server = createOpenAIServer();
    await using endpoint = await serve(server);
    expect(await main(["plan", "--base-url", endpoint.baseURL, "--model", "m"])).toBe(0);
    expect(out).toMatch(/^ToolLoop +\d/m);
    expect(out).toMatch(/At most \d+ requests and \d+ output tokens/);
    expect(server.requests).toEqual([]);
  });

  it("writes its report in every form, and no key into any", async () => {
    await using endpoint = await obedientModel({ apiKey: "sentinel-key-0123" });
    vi.stubEnv("SENTINEL_KEY", "sentinel-key-0123");
    const folder = temporaryFolder();
    const forms = {
      json: "report.json",
      junit: "report.xml",
      markdown: "report.md",
      html: "report.html",
      badge: "badge.svg",
    };
    const files = Object.entries(forms).flatMap(([form, file]) => [`--${form}`, join(folder, file)]);
    const target = ["--base-url", endpoint.baseURL, "--model", "m", "--key-env", "SENTINEL_KEY"];
    expect(await main(["check", ...target, ...files]), out).toBe(0);
    const texts = Object.values(forms).map((file) => readFileSync(join(folder, file), "utf8"));
    for (const text of [...texts, out, err]) expect(text).not.toContain("sentinel-key-0123");
    const report = JSON.parse(texts[0] ?? "");
    expect(report).toMatchObject({ schemaVersion: 1, outcome: "conforms", subjects: [{ name: "m", kind: "llm" }] });
    expect(out.trimEnd().split("\n").at(-1)).toBe(report.command);
    expect(report.command).toContain("--key-env SENTINEL_KEY");
  });

  it("writes its report and ends with its verdict when nobody reads what it prints", async () => {
    await using endpoint = await obedientModel();
    const file = join(temporaryFolder(), "report.json");
    const child = spawn(process.execPath, [
      fileURLToPath(new URL("../../bin/touchstone.js", import.meta.url)),
      ...["check", "--base-url", endpoint.baseURL, "--model", "m", "--profile", "chat", "--json", file],
    ]);
    // As `2>&1 | head -1` does, from the first line of the progress on.
    child.stderr.once("data", () => {
      child.stderr.destroy();
      child.stdout.destroy();
    });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ outcome: "conforms" });
  });

  it("is worse than a baseline in which less failed", async () => {
    const folder = temporaryFolder();
    const before = join(folder, "before.json");
    await using good = await obedientModel();
    await using bad = await obedientModel({ answer: ({ schema }) => (schema ? "Paris." : undefined) });
    const of = ({ baseURL }: { baseURL: string }) => ["--base-url", baseURL, "--model", "m", "--profile", "structured"];
    expect(await main(["check", ...of(good), "--json", before])).toBe(0);
    expect(await main(["check", ...of(good), "--baseline", before])).toBe(0);
    expect(await main(["check", ...of(bad)])).toBe(1);
    out = "";
    expect(await main(["check", ...of(bad), "--baseline", before])).toBe(6);
    const [, difference] = out.split("Against the baseline:");
    expect(difference).toContain("StructuredOutputIsJSON/text-parses");
  });

  it("sends nothing where its report could not be written", async () => {
    await using endpoint = await obedientModel();
    const file = join(temporaryFolder(), "none", "report.json");
    expect(await main(["check", "--base-url", endpoint.baseURL, "--model", "m", "--json", file])).toBe(2);
    expect(err).toBe(`touchstone: ${file} cannot be written: ENOENT\n(touchstone --help shows how it is used)\n`);
    expect(endpoint.requests()).toBe(0);
  });

  it("could not judge an endpoint that is not where it was looked for, whatever stands there", async () => {
    const elsewhere = createServer((_request, response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    onTestFinished(() => void elsewhere.close());
    const { port } = elsewhere.address() as AddressInfo;
    expect(await main(["check", "--base-url", `http://127.0.0.1:${port}`, "--model", "m"])).toBe(4);
    expect(out).toContain("Look at --base-url");
    expect(out).not.toContain("Wire/");
  });

  it("does not blame an endpoint for what fails at the control too", async () => {
    const answer = ({ schema }: TurnRequest) => (schema ? "Paris." : undefined);
    await using endpoint = await obedientModel({ answer });
    await using control = await obedientModel({ answer });
    const flags = ["--base-url", endpoint.baseURL, "--model", "m", "--control", control.baseURL];
    expect(await main(["check", ...flags, "--profile", "structured"])).toBe(4);
    expect(out).toContain("fails at the control too");
  });

  it("judges the subjects of a configuration side by side", async () => {
    const file = fileURLToPath(new URL("../../examples/touchstone.config.js", import.meta.url));
    expect(await main(["check", "--config", file]), out).toBe(0);
    expect(out).toMatch(/^LLM +in memory +my driver/m);
  });

  it.each([
    ["nothing", "export default {};", "subjects"],
    ["a subject without a factory", 'export default { subjects: [{ name: "x", protocol: "memory" }] };', "subjects[0]"],
    ["a stage that there is not", 'export default { subjects: [{ name: "x", protocol: "grpc", llm() {} }] };', "grpc"],
    ["an endpoint without a model", 'export default { subjects: [{ baseURL: "http://127.0.0.1:9/v1" }] };', "--model"],
  ])("refuses a configuration with %s", async (_, text, named) => {
    const file = join(temporaryFolder(), "touchstone.config.mjs");
    writeFileSync(file, text);
    expect(await main(["check", "--config", file])).toBe(2);
    expect(err).toContain(named);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("yields its report when %s ends it", async (signal) => {
    let hang = () => {};
    const hanging = new Promise<void>((resolve) => {
      hang = resolve;
    });
    await using endpoint = await obedientModel({
      answer({ tools }) {
        if (!tools) return undefined;
        hang();
        return { stall: true };
      },
    });
    const file = join(temporaryFolder(), "report.json");
    const child = spawn(process.execPath, [
      fileURLToPath(new URL("../../bin/touchstone.js", import.meta.url)),
      ...["check", "--base-url", endpoint.baseURL, "--model", "m", "--json", file],
    ]);
    const ended = once(child, "close");
    await hanging;
    child.kill(signal);
    expect((await ended)[0]).toBe(130);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      outcome: "incomplete",
      interrupted: "the run was interrupted",
    });
  });

  it.each<[string, string[], string]>([
    ["an empty base URL", ["check", "--base-url", ""], "--base-url"],
    ["an empty base URL, in one word", ["check", "--base-url="], "--base-url"],
    ["a blank base URL", ["check", "--base-url", " "], "--base-url"],
    ["a base URL that is none", ["check", "--base-url", "localhost", "--model", "m"], "baseURL"],
    [
      "credentials in the base URL",
      ["check", "--base-url", "http://u:sentinel@127.0.0.1/v1", "--model", "m"],
      "baseURL",
    ],
    [
      "a key in the base URL's query",
      ["check", "--base-url", "http://127.0.0.1:9/v1?key=sentinel", "--model", "m"],
      "--key-env",
    ],
    ["a base URL without a model", ["check", "--base-url", "http://127.0.0.1:9/v1"], "--model"],
    ["a model without a base URL", ["check", "--model", "m"], "--base-url"],
    [
      "a profile that there is not",
      ["plan", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--profile", "x"],
      "chat",
    ],
    [
      "a capability that there is not",
      ["plan", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--claims", "tool"],
      "tools",
    ],
    [
      "no repetition at all",
      ["check", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--repeat", "0"],
      "--repeat",
    ],
    ["a baseline that is not there", ["check", "--baseline", "nowhere.json"], "nowhere.json"],
    ["a badge of no known form", ["check", "--badge", "badge.png"], ".svg"],
    ["a key without a base URL", ["check", "--key-env", "X"], "--base-url"],
    [
      "a key variable that is not set",
      ["check", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--key-env", "NOT_SET"],
      "NOT_SET",
    ],
    [
      "a preset that there is not",
      ["check", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--preset", "olama"],
      "ollama",
    ],
    [
      "a key where the name of its variable belongs",
      ["check", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--key-env", "sk-sentinel-1234567890"],
      "OPENAI_API_KEY",
    ],
    ["an unknown flag", ["check", "--modell", "m"], "--modell"],
    ["a key on the command line", ["check", "--key", "sk-sentinel-1234567890"], "--key-env"],
    ["an argument too many", ["check", "x"], "argument"],
    ["an unknown command", ["chek"], "chek"],
  ])("calls it a usage error: %s", async (_what, args, named) => {
    expect(await main(args)).toBe(2);
    expect(err).toContain(named);
    expect(err + out).not.toContain("sentinel");
    expect(out).toBe("");
  });
});
