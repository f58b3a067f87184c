import { describe, expect, it } from "vitest";
import { renderReport } from "./index.js";
import {
  hostileReport,
  hostileTexts,
  largeReport,
  oneOfEach,
  reportOf,
  runReport,
  suiteReport,
  verdict,
} from "./testing/example-report.js";
import { widthOf } from "./text-width.js";

const plain = { color: false };
const escapeSequence = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
const sections = (text: string) => text.trimEnd().split("\n\n");

describe("a report for a terminal", () => {
  const report = runReport([
    {
      name: "one",
      report: suiteReport(...oneOfEach),
      target: "http://127.0.0.1:8000/v1",
      requests: 12,
      outputTokens: 340,
    },
    { name: "second", report: suiteReport(verdict("Alpha/holds", "passed"), verdict("Delta/x", "passed")) },
    { name: "one", kind: "embedder", report: { ...suiteReport(), subject: { provider: "p", model: "m" } } },
  ]);
  const text = renderReport(report, plain);

  it("shows what the subjects can do above any number", () => {
    expect(sections(text)[0]?.split("\n").slice(0, 3)).toEqual([
      "Capability        one  second",
      "streaming         ✓    ✓",
      "structuredOutput  ✓    ✓",
    ]);
    expect(sections(text)[0]).not.toMatch(/\d/);
  });

  it("shows cases by subjects, each cell the gravest first, and the meaning of each symbol", () => {
    expect(sections(text)[1]).toBe(
      [
        "LLM    one       second",
        "Alpha  ✗2 ~1 ✓1  ✓1",
        // Only the second has it; there it comes after Alpha.
        "Delta            ✓1",
        "Beta   !1 ○1 ·1",
        "Gamma  ☠1 ■1",
      ].join("\n"),
    );
    expect(sections(text)[3]).toMatch(/^☠ the suite's own fault {2}✗ failed .* ~ known to fail/);
  });

  it("tells the rule, what was seen, why it matters, the fix and the exchange", () => {
    expect(sections(text)[4]).toBe(
      [
        "✗ Alpha/breaks (one, must)",
        "  rule: The rule.",
        '  seen: expected "a", got "b"',
        "  why it matters: It breaks.",
        "  fix: Mend it.",
        '  sent: POST /v1/chat/completions {"model":"m-1"}',
        '  reply: {"text":"b"}',
      ].join("\n"),
    );
  });

  it("does not explain a rule to a subject that is not to blame", () => {
    expect(text).toContain(
      "✗ Alpha/stale (one, failed)\n  seen: listed as a known failure, and passes: remove the entry\n\n",
    );
    expect(text).toContain("☠ Gamma/ours (one, harness-error)\n  seen: the stage threw\n\n");
    expect(text).toContain(
      "■ Gamma/quota (one, blocked)\n  seen: LLM_QUOTA_EXCEEDED\n  fix: What was seen stood in the way",
    );
    expect(text).not.toContain("Alpha/listed");
  });

  it("counts candidate, applicable and judged, and ends with the command that repeats it", () => {
    expect(text).toContain(
      "LLM one at http://127.0.0.1:8000/v1: 1 harness-error, 2 failed, 1 blocked, 1 warned, 1 known, 1 passed, " +
        "1 unclaimed, 1 not-run (9 candidate, 7 applicable, 5 judged, 12 requests, 340 output tokens, 12 ms)",
    );
    expect(text).toContain("Embedder one: nothing judged (0 candidate, 0 applicable, 0 judged, 12 ms)");
    expect(text.trimEnd().split("\n").slice(-4)).toEqual([
      "The kit itself failed; please report it. 7 checks judged, 2 failed",
      "",
      "To repeat it:",
      report.command,
    ]);
  });

  it("tells once what many checks have come to for one reason", () => {
    const refused = Array.from({ length: 9 }, (_, i) => verdict(`A/x${i}`, "blocked", { reason: "LLM_UNAUTHORIZED" }));
    const [problem] = sections(renderReport(reportOf(...refused), plain)).filter((part) => part.startsWith("■ 9"));
    expect(problem?.split("\n")).toEqual([
      "■ 9 checks (one, blocked)",
      "  seen: LLM_UNAUTHORIZED",
      "  fix: What was seen stood in the way: see to it and run it again. Of the subject this says nothing.",
      "  in: A/x0, A/x1, A/x2, A/x3, A/x4, A/x5 and 3 more",
    ]);
  });
});

describe("a terminal", () => {
  it.each([20, 40, 80, 200])("of %d columns gets no line that is wider", (columns) => {
    const names = [
      "memory",
      "日本語のモデル🎉",
      "provider/a-model-with-a-long-name:latest",
      "google",
      "ollama",
      "vllm",
    ];
    const runs = names.map((name) => ({ name, report: suiteReport(...oneOfEach) }));
    const report = runReport(runs, { command: "touchstone check" });
    for (const color of [false, true]) {
      const lines = renderReport(report, { color, columns }).split("\n");
      const tooWide = lines.filter((line) => widthOf(line.replace(escapeSequence, "")) > columns);
      expect(tooWide).toEqual([]);
      // A colour that begins on a line ends on it.
      for (const line of lines) {
        const codes = [...line.matchAll(escapeSequence)].map(([code]) => code);
        expect(codes.length % 2, line).toBe(0);
      }
    }
  });

  it("counts the cases that it could show nothing of, and shows the others", () => {
    const verdicts = [
      verdict("Shown/x", "passed"),
      verdict("Half/x", "not-run"),
      verdict("Half/y", "unclaimed"),
      verdict("Unshown/x", "not-run"),
      verdict("Unshown/y", "not-run"),
      verdict("Another/x", "not-run"),
    ];
    const text = renderReport(reportOf(...verdicts), plain);
    expect(text).toMatch(/^Shown +✓1$/m);
    expect(text).toMatch(/^Half +○1 ·1$/m);
    expect(text).toMatch(/^2 more cases: this run could not show them$/m);
    expect(text).not.toMatch(/^(?:Unshown|Another) /m);
    const other = suiteReport(verdict("Unshown/x", "passed"));
    const both = runReport([{ report: suiteReport(...verdicts) }, { name: "two", report: other }]);
    expect(renderReport(both, plain)).toMatch(/^Unshown +·2 +✓1$/m);
    expect(renderReport(reportOf(verdict("Unshown/x", "not-run")), plain)).toMatch(/^1 more case: /m);
  });

  it("shows many subjects side by side, as many as fit, and the others below", () => {
    const runs = Array.from({ length: 9 }, (_, i) => ({
      name: `subject-${i}`,
      report: suiteReport(verdict("Alpha/x", i === 4 ? "failed" : "passed")),
    }));
    const text = renderReport(runReport(runs), { color: false, columns: 60 });
    const heads = text
      .split("\n")
      .filter((line) => line.startsWith("LLM    subject") || line.startsWith("LLM  subject"));
    expect(heads.join(" ").match(/subject-\d/g)).toHaveLength(9);
    expect(heads.length).toBeGreaterThan(1);
    expect(text.match(/^Alpha /gm)).toHaveLength(heads.length);
  });

  it("keeps the colours that say the same as the symbols, and no other sequence", () => {
    const text = renderReport(reportOf(...oneOfEach), { color: true });
    expect(text).toContain("\u001b[31m✗2 ~1 ✓1\u001b[39m");
    expect(text.replace(escapeSequence, "")).toBe(renderReport(reportOf(...oneOfEach), plain));
  });

  it.each(hostileTexts)("is moved by nothing that was said (%#)", (said) => {
    const text = renderReport(hostileReport(said), plain);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
    expect(text.isWellFormed()).toBe(true);
  });

  it("gets the report of a whole matrix", () => {
    const text = renderReport(largeReport(), { color: true, columns: 100 });
    expect(text.match(/^Case\d+ /gm)).toHaveLength(110);
  });
});
