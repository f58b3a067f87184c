import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readReport } from "../report/index.js";
import { reportOf, runReport, suiteReport, verdict } from "../report/testing/example-report.js";
import { compare } from "./compare.js";
import { render } from "./render.js";
import { terminalOptions } from "./terminal-options.js";
import { UsageError } from "./usage-error.js";

let folder = "";
let out = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "touchstone-render-"));
  out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out += chunk;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Writes a file and gives its path. */
function written(name: string, content: string | object): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");
const passing = reportOf(verdict("A/x", "passed"));
const failing = reportOf(verdict("A/x", "failed", { reason: "It was 2." }));

describe("touchstone render", () => {
  it("prints a report as check does", async () => {
    expect(await render([written("report.json", failing)], {})).toBe(0);
    expect(out).toContain("✗ A/x (one, must)");
    expect(out.trimEnd().split("\n").at(-1)).toBe(failing.command);
  });

  it("writes each form that is named, and prints nothing", async () => {
    const file = written("report.json", failing);
    const flags = {
      html: at("a.html"),
      junit: at("a.xml"),
      markdown: at("a.md"),
      badge: at("a.svg"),
      json: at("a.json"),
    };
    expect(await render([file], flags)).toBe(0);
    expect(out).toBe("");
    expect(read("a.html")).toMatch(/^<!doctype html>/);
    expect(read("a.xml")).toContain('<failure message="It was 2."');
    expect(read("a.md")).toContain("Does not conform");
    expect(read("a.svg")).toMatch(/^<svg /);
    expect(readReport(read("a.json"))).toEqual(failing);
    await render([file], { badge: at("badge.json") });
    expect(JSON.parse(read("badge.json"))).toMatchObject({ schemaVersion: 1, message: "1 of 1 failed" });
  });

  it("makes one matrix of several", async () => {
    const two = runReport([{ name: "two", report: suiteReport(verdict("A/x", "passed")) }]);
    await render([written("1.json", failing), written("2.json", two)], { json: at("merged.json") });
    const merged = readReport(read("merged.json"));
    expect(merged.subjects.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(merged.outcome).toBe("fails");
  });

  it("says which file is no report, in one line, and writes nothing", async () => {
    const good = written("good.json", passing);
    const bad = written("bad.json", "<html>");
    const refused = await render([good, bad], { html: at("a.html") }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message).toBe(`${bad} is no report: it is not JSON`);
    await expect(render([at("absent.json")], {})).rejects.toThrow(`${at("absent.json")} cannot be read: ENOENT`);
    expect(() => read("a.html")).toThrow();
  });

  it("says what cannot be written", async () => {
    const file = written("report.json", passing);
    await expect(render([file], { html: at("none/a.html") })).rejects.toThrow(
      /none\/a\.html cannot be written: ENOENT/,
    );
    await expect(render([file], { badge: at("a.png") })).rejects.toThrow(/must end in \.svg, or in \.json/);
  });
});

describe("touchstone compare", () => {
  it("ends with 6 when anything is worse, and with 0 otherwise", async () => {
    const old = written("old.json", passing);
    const now = written("new.json", failing);
    expect(await compare(old, now)).toBe(6);
    expect(out).toContain("A/x (LLM one) passed → failed: It was 2.");
    expect(await compare(now, old)).toBe(0);
    expect(await compare(old, old)).toBe(0);
  });

  it("says which file cannot be read", async () => {
    await expect(compare(at("old.json"), written("new.json", passing))).rejects.toThrow(UsageError);
    await expect(compare(written("old.json", ""), at("new.json"))).rejects.toThrow(
      /old\.json is no report: it is empty/,
    );
  });
});

describe("what is written to standard output", () => {
  it.each([
    [{}, false, { color: false }],
    [{ FORCE_COLOR: "1" }, false, { color: true }],
    [{}, true, { color: true, columns: 90 }],
    [{ NO_COLOR: "1" }, true, { color: false, columns: 90 }],
  ] as const)("is coloured and wrapped where somebody looks at it: %j, terminal %s", (env, isTTY, options) => {
    for (const name of ["NO_COLOR", "FORCE_COLOR"] as const)
      vi.stubEnv(name, (env as Record<string, string>)[name] ?? "");
    const own = Object.getOwnPropertyDescriptors(process.stdout);
    Object.defineProperty(process.stdout, "isTTY", { value: isTTY, configurable: true });
    Object.defineProperty(process.stdout, "columns", { value: 90, configurable: true });
    try {
      expect(terminalOptions()).toEqual(options);
    } finally {
      for (const name of ["isTTY", "columns"] as const) {
        delete (process.stdout as unknown as Record<string, unknown>)[name];
        if (own[name]) Object.defineProperty(process.stdout, name, own[name]);
      }
      vi.unstubAllEnvs();
    }
  });
});
