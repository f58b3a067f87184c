import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mergeReports, toHTML } from "./index.js";
import { hostileReport, hostileTexts, largeReport, oneOfEach, reportOf, runReport } from "./testing/example-report.js";
import { visibleText } from "./visible-text.js";

const embedded = (html: string) =>
  /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(html)?.[1] ?? "";

describe("a report as a page", () => {
  it("allows itself nothing but the style and the script that it carries", () => {
    const html = toHTML(reportOf(...oneOfEach));
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&#39;", "'");
    const hash = (text: string | undefined) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`;
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1];
    const script = /<script type="module">(.*?)<\/script>/s.exec(html)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hash(style)}`);
    expect(policy).toContain(`script-src ${hash(script)}`);
    expect(policy).not.toMatch(/unsafe|http|\*/);
    // Modules became one script, and none of it takes text for markup.
    expect(script).not.toMatch(/^(?:import|export) /m);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
  });

  it.each(hostileTexts)("embeds what was said as data that ends no element (%#)", (text) => {
    const json = embedded(toHTML(hostileReport(text)));
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    const data = JSON.parse(json);
    expect(data.subjects[0].checks[1].reason).toBe(`reason ${visibleText(text, "\n\t")}`);
    expect(data.rules).toHaveLength(1);
  });

  it("has the rules that subjects share once", () => {
    const data = JSON.parse(embedded(toHTML(largeReport())));
    expect(data.subjects).toHaveLength(3);
    expect(data.rules).toHaveLength(480);
  });

  it("tells of the runs that it was merged from", () => {
    const html = toHTML(
      mergeReports([runReport([{ name: "one" }]), runReport([{ name: "two" }], { command: "second" })]),
    );
    expect(html).toContain("merged from 2 runs");
    expect(html).toContain("second</code>");
  });
});
