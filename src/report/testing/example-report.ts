import type { Capabilities } from "../../contract/index.js";
import type { Status, SuiteReport, Verdict } from "../../suite/index.js";
import { type RunFacts, type RunReport, type SubjectRun, toRunReport } from "../run-report.js";

/** A verdict of a check of its own rule. */
export function verdict(id: string, status: Status, more: Partial<Verdict> = {}): Verdict {
  const [name = "", check = ""] = id.split("/");
  const about = { level: "must", clause: "The rule.", why: "It breaks.", fix: "Mend it.", ...more.about } as const;
  return { id, case: name, check, status, ...more, about };
}

export const capabilities: Capabilities = {
  streaming: true,
  structuredOutput: true,
  tools: true,
  vision: false,
  reasoning: false,
  tokenCounting: false,
  promptCaching: false,
  sources: false,
};

/** A suite's report on an LLM. */
export function suiteReport(...verdicts: readonly Verdict[]): SuiteReport {
  const judged = verdicts.filter(({ status }) => ["passed", "failed", "warned"].includes(status)).length;
  return {
    subject: { provider: "p", model: "m-1", capabilities },
    stage: "openai",
    verdicts,
    judged,
    durationMs: 12.4,
  };
}

export const facts: RunFacts = {
  kit: { name: "touchstone", version: "0.1.0" },
  requirements: { checks: 3, digest: "0123456789abcdef" },
  startedAt: "2026-01-02T03:04:05.678Z",
  durationMs: 1234,
  command: "npx touchstone check --base-url http://127.0.0.1:8000/v1 --model m-1 --key-env KEY",
};

/** A run on one LLM, or on several. */
export function runReport(runs: readonly Partial<SubjectRun>[], more: Partial<RunFacts> = {}): RunReport {
  const whole = runs.map((run): SubjectRun => ({ name: "one", kind: "llm", report: suiteReport(), ...run }));
  return toRunReport(whole, { ...facts, ...more });
}

/** A run on one LLM with these verdicts. */
export function reportOf(...verdicts: readonly Verdict[]): RunReport {
  return runReport([{ report: suiteReport(...verdicts) }]);
}

/** One check of every status, a known failure and a stale one among them. */
export const oneOfEach: readonly Verdict[] = [
  verdict("Alpha/holds", "passed"),
  verdict("Alpha/breaks", "failed", {
    reason: 'expected "a", got "b"',
    sent: 'POST /v1/chat/completions {"model":"m-1"}',
    replied: '{"text":"b"}',
  }),
  verdict("Alpha/listed", "failed", { reason: "as ever", known: { reason: "issue 1", stale: false } }),
  verdict("Alpha/stale", "failed", {
    reason: "listed as a known failure, and passes: remove the entry",
    known: { reason: "issue 2", stale: true },
  }),
  verdict("Beta/should", "warned", { reason: "it did not" }),
  verdict("Beta/not-claimed", "unclaimed", { reason: "vision is not claimed" }),
  verdict("Beta/no-power", "not-run", { reason: "needs raw" }),
  verdict("Gamma/quota", "blocked", { reason: "LLM_QUOTA_EXCEEDED" }),
  verdict("Gamma/ours", "harness-error", { reason: "the stage threw" }),
];

/** Texts that break whoever takes them for anything but text. */
export const hostileTexts: readonly string[] = [
  "<script>alert(1)</script><img src=x onerror=alert(2)>",
  "</script><script>alert(3)</script><!--",
  "\"'><svg onload=alert(4)>&amp;&lt;",
  "\u202egnp.exe \u2066isolated\u2069 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
  "line\u2028separator\u2029and\u0000nul\u001b[31mred\u001b[0m\u0085\ufffe\ud800lone",
  "| a | b |\n| - | - |\n`code` **bold** @everyone #1 [x](https://evil.example) https://evil.example www.evil.example",
  "{{7*7}} ]]> <![CDATA[ x ]]> --> $x$ :+1:",
  "👩‍👩‍👧‍👦 日本語テキスト ﷽ e\u0301",
];

/** A run that has a hostile text in every field that a model, a provider or a user fills. */
export function hostileReport(text: string): RunReport {
  const about = { level: "must" as const, clause: `clause ${text}`, why: `why ${text}`, fix: `fix ${text}` };
  const more = {
    about,
    reason: `reason ${text}`,
    sent: `sent ${text}`,
    replied: `replied ${text}`,
    error: { code: `code ${text}`, status: 500 },
  };
  const verdicts = [
    verdict("Alpha/breaks", "failed", more),
    { ...verdict("", "failed", more), id: `${text}/${text}`, case: text, check: text },
    verdict("Alpha/listed", "failed", { ...more, known: { reason: `known ${text}`, stale: false } }),
  ];
  const report = { ...suiteReport(...verdicts), stage: `stage ${text}` };
  const subject = { provider: `provider ${text}`, model: `model ${text}`, capabilities };
  return runReport([{ name: `name ${text}`, report: { ...report, subject } }], {
    interrupted: `interrupted ${text}`,
    command: `command ${text.replaceAll("\n", " ")}`,
  });
}

/** A run of the size of a whole matrix: three subjects, 110 cases and 480 checks each. */
export function largeReport(): RunReport {
  const statuses: readonly Status[] = [
    "passed",
    "passed",
    "passed",
    "failed",
    "unclaimed",
    "passed",
    "warned",
    "not-run",
  ];
  const verdicts = (seed: number) =>
    Array.from({ length: 480 }, (_, i) => {
      const status = statuses[(i * 7 + seed * 3) % statuses.length] ?? "passed";
      const rule = {
        level: "must" as const,
        clause: `Rule ${i} ${"holds ".repeat(12)}`,
        why: "w".repeat(120),
        fix: "f".repeat(120),
      };
      const seen = status === "passed" ? {} : { reason: `Seen ${i}: ${"value ".repeat(20)}`, sent: "s".repeat(900) };
      return verdict(`Case${i % 110}/check-${i}`, status, { about: rule, ...seen });
    }).sort((a, b) => Number(a.case.slice(4)) - Number(b.case.slice(4)));
  return runReport(["memory", "openai", "google"].map((name, i) => ({ name, report: suiteReport(...verdicts(i)) })));
}
