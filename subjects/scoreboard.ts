import { embedderCases, llmCases, type SuiteReport, type Verdict } from "touchstone/suite";
import { type Finding, reproductionOf, type Subject, versionOf } from "./subject.js";

/** A subject, and what the suite says of it. */
export interface Judged {
  readonly subject: Subject;
  readonly report: SuiteReport;
}

const wire: ReadonlySet<string> = new Set(
  [...llmCases, ...embedderCases].filter(({ protocol }) => protocol !== undefined).map(({ name }) => name),
);

/** The page that tells how other people's clients do; `npm run scoreboard` writes it. */
export function renderScoreboard(all: readonly Judged[]): string {
  const rows = all.map(({ subject, report }) => {
    const ours = new Set(subject.limits?.flatMap(([, checks]) => checks));
    // Shoulds are left out: whether some of them hold depends on how slow the machine is.
    const own = report.verdicts.filter(
      ({ id, by, about }) => by === undefined && about.level === "must" && !ours.has(id),
    );
    const [contract, onTheWire] = [own.filter((one) => !wire.has(one.case)), own.filter((one) => wire.has(one.case))];
    const cells = [`\`${subject.name}\``, versionOf(subject), subject.kind, subject.protocol];
    return `| ${[...cells, counted(contract), counted(onTheWire), subject.findings.length].join(" | ")} |`;
  });
  return [
    "# Other people's clients",
    "",
    "What the suite sees of clients that others wrote, on its scripted servers. Nobody wrote them for this contract: it asks for",
    "more than their own documentation promises, and a finding is a difference, told as it was seen. Every finding is shown with",
    "the package alone in [examples/findings](../examples/findings/README.md), in the file that its line links to,",
    "whether or not a check of the suite fails for it.",
    "",
    "What the [adapter](ai-sdk.md#what-the-model-did-not-do) supplies is left out, and so is [what is ours](#what-is-ours); of the",
    "other musts, so many hold, of so many that were judged. `openai` and `@google/genai` hand on what a reply holds, as their",
    "documentation has it, and the drivers over them here are thin and mend none of it: that is no finding. The group of the wire",
    "plays what real servers are known to do ([every quirk](quirks.md)).",
    "",
    "| client | version | kind | protocol | contract | wire | findings |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    ...all.flatMap(({ subject }) => findingsOf(subject)),
    "## What is ours",
    "",
    "Checks that fail for what the driver, the adapter or the scripted server around a client does. They are no findings, and",
    "do not count above.",
    "",
    ...all.flatMap(({ subject }) => limitsOf(subject)),
    "",
  ].join("\n");
}

function counted(verdicts: readonly Verdict[]): string {
  const count = (status: Verdict["status"]) => verdicts.filter((verdict) => verdict.status === status).length;
  return `${count("passed")} of ${count("passed") + count("failed")}`;
}

function findingsOf(subject: Subject): readonly string[] {
  const items = subject.findings.map((finding: Finding) => {
    const [told, , checks] = finding;
    return `- ${told} ([shown](../${reproductionOf(subject, finding)})${checks.length === 0 ? "" : `, ${named(checks)}`})`;
  });
  return [`## ${subject.name}, ${subject.kind}`, "", ...items, ""];
}

function limitsOf({ name, kind, limits = [] }: Subject): readonly string[] {
  return limits.map(([told, checks]) => `- \`${name}\`, ${kind}: ${told} (${named(checks)})`);
}

function named([first = "", ...others]: readonly string[]): string {
  return `\`${first}\`${others.length === 0 ? "" : ` and ${others.length} more`}`;
}
