import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedderCases, llmCases } from "../suite/index.js";
import { main } from "./main.js";

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

describe("touchstone", () => {
  it("ends as it should when nobody reads on, as behind head", async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("../../bin/touchstone.js", import.meta.url)), "list"]);
    child.stdout.destroy();
    let told = "";
    child.stderr.on("data", (text) => {
      told += text;
    });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(told).toBe("");
  });

  it("tells its version", async () => {
    expect(await main(["--version"])).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("teaches how it is used", async () => {
    expect(await main(["check", "--help"])).toBe(0);
    expect(out).toContain("touchstone check --base-url http://127.0.0.1:11434/v1 --model llama3.2");
    expect(out).toContain("Exit codes");
  });

  it.each([
    ["ToolLoop", "result-reaches-the-model"],
    ["ToolLoop/result-is-used", "why it matters"],
    ["toolloop/RESULT-is-used", "why it matters"],
    ["TC-01", "Wire/tool-calls-calls-without-an-id"],
    ["Wire/tool-calls-calls-without-an-id", "TC-01"],
    ["Wire/framing-events-under-another-type", "text/event-stream"],
    ["OurRequests/parameters-without-properties", "CAP-64"],
  ])("explains %s", async (id, told) => {
    expect(await main(["explain", id])).toBe(0);
    expect(out).toContain(told);
  });

  it("names the ids near one that there is not", async () => {
    expect(await main(["explain", "ToolLop/result-is-used"])).toBe(2);
    expect(err).toContain("ToolLoop/result-is-used");
  });

  it("lists every check with its rule", async () => {
    expect(await main(["list"])).toBe(0);
    for (const { name, checks } of [...llmCases, ...embedderCases]) {
      for (const [slug, { clause }] of Object.entries(checks)) {
        expect(out).toContain(`${name}/${slug}`);
        expect(out).toContain(clause);
      }
    }
  });
});
