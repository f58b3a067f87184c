import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { toBadgeEndpoint, toBadgeSVG } from "./index.js";
import { oneOfEach, reportOf, runReport, verdict } from "./testing/example-report.js";

const reports = {
  conforms: reportOf(verdict("A/x", "passed")),
  fails: reportOf(verdict("A/x", "passed"), verdict("A/y", "failed")),
  incomplete: runReport([{}]),
  "kit-failed": reportOf(...oneOfEach),
};

describe("a badge", () => {
  it.each([
    ["conforms", "conforms, 1 judged", "brightgreen"],
    ["fails", "1 of 2 failed", "red"],
    ["incomplete", "incomplete", "yellow"],
    ["kit-failed", "the kit failed", "lightgrey"],
  ] as const)("says what the run came to: %s", (outcome, message, color) => {
    const badge = JSON.parse(toBadgeEndpoint(reports[outcome]));
    expect(badge).toEqual({ schemaVersion: 1, label: "touchstone", message, color });

    const svg = toBadgeSVG(reports[outcome]);
    const texts: Record<string, string> = {};
    const parser = new SaxesParser({ xmlns: true });
    let name = "";
    parser.on("opentag", (tag) => {
      name = tag.name;
      if (name === "svg") expect(tag.attributes["aria-label"]?.value).toBe(`touchstone: ${message}`);
    });
    parser.on("text", (text) => {
      if (text.trim()) texts[name] = `${texts[name] ?? ""}${text}`;
    });
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(svg).close();
    expect(texts).toEqual({ title: `touchstone: ${message}`, text: `touchstone${message}` });
    // It loads nothing.
    expect(svg).not.toMatch(/href|url\((?!#)|@import|<script|<style/);
  });
});
