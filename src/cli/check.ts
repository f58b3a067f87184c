import { openAICompatible } from "../drivers/index.js";
import { type NamedReport, renderCounts, renderLegend, renderMatrix, renderProblems } from "../report/index.js";
import { liveStage } from "../stages/index.js";
import { conforms, countsAgainst, runLLMCases } from "../suite/index.js";
import { type BuiltInSubject, builtInSubjects } from "./built-in-subjects.js";
import { type EndpointFlags, expectAnswer, readTarget, UnansweredError } from "./endpoint.js";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

/**
 * Judges the built-in subjects, or an endpoint, and prints what it found.
 * @returns the code that the process should end with
 * @throws UsageError when the flags do not go together
 */
export async function check(flags: EndpointFlags): Promise<number> {
  let groups: readonly Group[];
  try {
    groups = flags.baseUrl === undefined ? await checkBuiltIn(flags) : await checkEndpoint(flags);
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    process.stdout.write(`${error.message}\n\n${conclusions[exitCodes.incomplete]}\n`);
    return exitCodes.incomplete;
  }
  const color = !process.env.NO_COLOR && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR));
  const all = groups.flatMap(({ reports }) => reports);
  const sections = [
    ...groups.map(({ heading, reports }) => renderMatrix(heading, reports, { color })),
    renderLegend(all, { color }),
    ...all.map((named) => renderProblems(named, { color })),
    groups.flatMap(({ heading, reports }) => reports.map((named) => `${heading} ${renderCounts(named)}`)).join("\n"),
  ];
  process.stdout.write(`${sections.filter(Boolean).join("\n\n")}\n`);
  const code = toExitCode(all);
  process.stdout.write(`\n${conclusions[code]}\n`);
  return code;
}

interface Group {
  readonly heading: string;
  readonly reports: readonly NamedReport[];
}

async function checkBuiltIn(flags: EndpointFlags): Promise<readonly Group[]> {
  const orphan = (["model", "preset", "keyEnv"] as const).find((name) => flags[name] !== undefined);
  if (orphan) throw new UsageError(`--${kebab(orphan)} says how to reach an endpoint; name that with --base-url`);
  const all: (NamedReport & Pick<BuiltInSubject, "kind">)[] = [];
  // One after the other: on a machine with few cores, subjects that share it would only disturb each other.
  for (const { kind, name, run } of builtInSubjects) all.push({ kind, name, report: await run() });
  return (["LLM", "Embedder"] as const).map((kind) => ({
    heading: kind,
    reports: all.filter((report) => report.kind === kind),
  }));
}

async function checkEndpoint(flags: EndpointFlags): Promise<readonly Group[]> {
  const target = await readTarget(flags);
  await expectAnswer(target);
  const report = await runLLMCases((stage) => openAICompatible({ ...stage, ...target }), {
    stage: liveStage({ model: target.model }),
  });
  return [{ heading: "LLM", reports: [{ name: target.model, report }] }];
}

const conclusions: Readonly<Record<number, string>> = {
  [exitCodes.conforms]: "Conforms.",
  [exitCodes.fails]: "Does not conform.",
  [exitCodes.ours]: "The kit itself failed; please report what is said above.",
  [exitCodes.incomplete]: "Incomplete: nothing, or not everything, could be judged.",
};

function toExitCode(reports: readonly NamedReport[]): number {
  if (reports.every(({ report }) => conforms(report))) return exitCodes.conforms;
  const against = reports.flatMap(({ report }) => report.verdicts.filter(countsAgainst));
  if (against.some(({ status }) => status === "harness-error")) return exitCodes.ours;
  if (against.some(({ status }) => status === "failed")) return exitCodes.fails;
  // Blocked, or nothing was judged.
  return exitCodes.incomplete;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
