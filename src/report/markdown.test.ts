import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { type RunReport, toMarkdown } from "./index.js";
import {
  hostileReport,
  hostileTexts,
  oneOfEach,
  reportOf,
  runReport,
  suiteReport,
  verdict,
} from "./testing/example-report.js";
import { oneLine, visibleText } from "./visible-text.js";

/** What GitHub makes of it, before it looks for mentions and the like. */
const page = (report: RunReport) =>
  micromark(toMarkdown(report), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** The text of a page, references resolved. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (named[name] ?? ""),
    );

describe("a report as Markdown", () => {
  const report = runReport([
    { name: "one", report: suiteReport(...oneOfEach), target: "http://127.0.0.1:8000/v1" },
    { name: "two", report: suiteReport(verdict("Alpha/holds", "passed")) },
  ]);

  it("is the outcome, what the subjects can do, counts, the matrix, what to act on and the command", () => {
    const markdown = toMarkdown(report);
    const order = [
      "kit itself failed",
      "| capability |",
      "| subject |",
      "| LLM | one | two |",
      "<details>",
      "npx touchstone",
    ];
    const places = order.map((part) => markdown.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(textOf(page(report))).toContain("✗2 ~1 ✓1");
    expect(markdown).toContain("| LLM one | p | m&#45;1 | 9 | 7 | 5 | 3 | 1 |");
    expect(page(report).match(/<details>/g)).toHaveLength(5);
    expect(page(report).match(/<table>/g)).toHaveLength(3);
  });

  it("tells a failure with its rule, what was seen, why it matters, the fix and the exchange", () => {
    const text = textOf(page(report));
    for (const part of ["Alpha/breaks", "rule: The rule.", 'seen: expected "a", got "b"', "It breaks.", "Mend it."])
      expect(text).toContain(part);
    expect(page(report)).toContain('<pre><code>POST /v1/chat/completions {"model":"m-1"}</code></pre>');
  });

  it.each(hostileTexts)("lets nothing that was said make markup (%#)", (text) => {
    const html = page(hostileReport(text));
    const tags = new Set([...html.matchAll(/<\/?([a-z][^\s>]*)/gi)].map(([, name]) => name));
    const own = [
      "h2",
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "details",
      "summary",
      "b",
      "p",
      "ul",
      "li",
      "strong",
    ];
    expect([...tags].filter((name) => ![...own, "pre", "code"].includes(name ?? ""))).toEqual([]);
    expect(html).not.toMatch(/<[^>]*(?:href|src|onerror|onload)[^>]*>/);
    expect(textOf(html).replaceAll("\u2060", "")).toContain(`reason ${oneLine(text)}`);
    expect(textOf(html)).toContain(`sent ${visibleText(text, "\n\t")}`);
    // A row for the head, a row for each capability, subject and case: no text has made another.
    expect(html.match(/<tr>/g)).toHaveLength(1 + 8 + 1 + 1 + 1 + 2);
  });

  it("mentions nobody and refers to nothing, in the finished page too", () => {
    const reason = "@octocat #12 GH-12 https://evil.example www.evil.example a@b.example :tada:";
    const text = textOf(page(reportOf(verdict("A/x", "failed", { reason }))));
    expect(text).toContain(
      "@\u2060octocat #\u206012 GH\u2060-12 https:\u2060//evil.example www\u2060.evil.example a@\u2060b",
    );
    expect(text).not.toMatch(/@\w|#\d|GH-|:\/\/evil|www\.|:tada:/);
  });

  it("stays under what GitHub shows, and says how much is left out", () => {
    const reason = `${"|<@&`".repeat(2_000)}`;
    const many = Array.from({ length: 1_000 }, (_, i) =>
      verdict(`Case/check-${i}`, "failed", { reason: `${i} ${reason}` }),
    );
    const markdown = toMarkdown(reportOf(...many));
    expect(Buffer.byteLength(markdown)).toBeLessThan(1024 * 1024);
    const shown = markdown.match(/<details>/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(10);
    expect(markdown).toContain(`${1_000 - shown} more are not shown here`);
    expect(markdown).toContain("npx touchstone check");
  });

  it("stays under it with thousands of subjects", () => {
    const runs = Array.from({ length: 3_000 }, (_, i) => ({ name: `${i} ${"*".repeat(100)}` }));
    const markdown = toMarkdown(runReport(runs));
    expect(Buffer.byteLength(markdown)).toBeLessThan(1024 * 1024);
    expect(markdown).toContain("too long to be shown here");
  });
});
