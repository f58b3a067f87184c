import { escapeXML, escapeXMLText } from "./escape-xml.js";
import { factsOf } from "./facts.js";
import type { CheckResult, RunReport, SubjectResult } from "./run-report.js";
import { meanings, standingOf } from "./standing.js";

/**
 * A report as JUnit XML, as CI systems read it: a suite a subject, a test a check. What failed is a failure; what could
 * not be judged, and a fault of the kit, is an error; everything else that did not pass is skipped, with the reason.
 * The form is that of https://github.com/testmoapp/junitxml
 */
export function toJUnit(report: RunReport): string {
  const suites = report.subjects.map((subject) => toSuite(subject, report));
  const total = totals(report.subjects.flatMap(({ checks }) => checks));
  const attributes = { name: "touchstone", ...total, time: seconds(report.durationMs), timestamp: report.startedAt };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", attributes, suites)}\n`;
}

function toSuite(subject: SubjectResult, report: RunReport): string {
  const { kind, name, checks, durationMs } = subject;
  const attributes = { name, ...totals(checks), time: seconds(durationMs), timestamp: report.startedAt };
  const about = {
    kind,
    provider: subject.provider,
    model: subject.model,
    stage: subject.stage,
    target: subject.target,
    kit: report.kit.version,
    requirements: report.requirements.digest,
    command: report.command,
  };
  const properties = Object.entries(about).flatMap(([key, value]) =>
    value === undefined ? [] : [element("property", { name: key, value })],
  );
  const tests = checks.map((check) => toTest(subject, check));
  return element("testsuite", attributes, [element("properties", {}, properties), ...tests]);
}

function toTest({ kind, name }: SubjectResult, check: CheckResult): string {
  const attributes = { classname: `${kind}.${name}.${check.case}`, name: check.check };
  const outcome = toOutcome(check);
  return element("testcase", attributes, outcome === undefined ? [] : [outcome]);
}

function toOutcome(check: CheckResult): string | undefined {
  const standing = standingOf(check);
  const message = check.reason ?? meanings[standing];
  switch (standing) {
    case "passed":
      return undefined;
    case "failed":
      return element("failure", { message, type: check.known?.stale ? "stale" : check.level }, explained(check));
    case "blocked":
    case "harness-error":
      return element("error", { message, type: standing }, explained(check));
    case "known":
      return element("skipped", { message: `known to fail: ${check.known?.reason}; ${message}` });
    default:
      return element("skipped", { message: message === meanings[standing] ? message : `${standing}: ${message}` });
  }
}

function explained(check: CheckResult): string {
  return escapeXMLText(
    factsOf(check)
      .map(({ label, text }) => `${label}: ${text}`)
      .join("\n"),
  );
}

function totals(checks: readonly CheckResult[]) {
  const counts = { tests: checks.length, failures: 0, errors: 0, skipped: 0 };
  for (const check of checks) {
    const standing = standingOf(check);
    if (standing === "failed") counts.failures++;
    else if (standing === "blocked" || standing === "harness-error") counts.errors++;
    else if (standing !== "passed") counts.skipped++;
  }
  return counts;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** @param content elements, each on lines of its own, or the escaped text that it holds */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXML(String(value))}"`);
  const start = `<${name}${head.join("")}`;
  if (typeof content === "string") return `${start}>${content}</${name}>`;
  if (content.length === 0) return `${start}/>`;
  // What an element of text holds is not indented: its lines would come out changed.
  return [`${start}>`, ...content, `</${name}>`].join("\n");
}
