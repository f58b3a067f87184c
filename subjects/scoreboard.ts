import { embedderCases, llmCases, type SuiteReport, type Verdict } from "touchstone/suite";
import { type Subject, versionOf } from "./subject.js";

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
    // Shoulds are left out: whether some of them hold depends on how slow the machine is.
    const own = report.verdicts.filter(({ by, about }) => by === undefined && about.level === "must");
    const [contract, onTheWire] = [own.filter((one) => !wire.has(one.case)), own.filter((one) => wire.has(one.case))];
    const cells = [`\`${subject.name}\``, versionOf(subject), subject.kind, subject.protocol];
    return `| ${[...cells, counted(contract), counted(onTheWire), subject.findings.length].join(" | ")} |`;
  });
  return [
    "# Other people's clients",
    "",
    "What the suite sees of clients that others wrote, on its scripted servers. Nobody wrote them for this contract: it asks for",
    "more than their own documentation promises, and a finding is a difference, told as it was seen. What the",
    "[adapter](ai-sdk.md#what-the-model-did-not-do) supplies is left out; of the other musts, so many hold, of so many that",
    "were judged. The group of the wire plays what real servers are known to do ([every quirk](quirks.md)).",
    "Most findings are shown with the package alone in [examples/findings](../examples/findings/README.md).",
    "",
    "| client | version | kind | protocol | contract | wire | findings |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    ...all.flatMap(({ subject }) => findingsOf(subject)),
  ].join("\n");
}

function counted(verdicts: readonly Verdict[]): string {
  const count = (status: Verdict["status"]) => verdicts.filter((verdict) => verdict.status === status).length;
  return `${count("passed")} of ${count("passed") + count("failed")}`;
}

function findingsOf({ name, kind, findings }: Subject): readonly string[] {
  const items = findings.map(([told, checks]) => {
    const [first = "", ...others] = checks;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return `- ${told} (\`${first}\`${more})`;
  });
  return [`## ${name}, ${kind}`, "", ...items, ""];
}
