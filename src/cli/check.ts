import { isLLMError } from "../contract/index.js";
import { type OpenAICompatibleOptions, openAICompatible, type Preset, presets } from "../drivers/index.js";
import {
  type NamedReport,
  problems,
  renderCounts,
  renderLegend,
  renderMatrix,
  renderProblems,
} from "../report/index.js";
import { liveStage } from "../stages/index.js";
import { runLLMCases } from "../suite/index.js";
import { type BuiltInSubject, builtInEmbedders, builtInLLMs } from "./built-in-subjects.js";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

/** What `check` is told on the command line. */
export interface CheckFlags {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly preset?: string;
  /** The name of an environment variable, never the key itself. */
  readonly keyEnv?: string;
}

/**
 * Judges the built-in subjects, or an endpoint, and prints what it found.
 * @returns the code that the process should end with
 * @throws UsageError when the flags do not go together
 */
export async function check(flags: CheckFlags): Promise<number> {
  const groups = flags.baseUrl === undefined ? await checkBuiltIn(flags) : await checkEndpoint(flags.baseUrl, flags);
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

async function checkBuiltIn(flags: CheckFlags): Promise<readonly Group[]> {
  const orphan = (["model", "preset", "keyEnv"] as const).find((name) => flags[name] !== undefined);
  if (orphan) throw new UsageError(`--${kebab(orphan)} says how to reach an endpoint; name that with --base-url`);
  return [
    { heading: "LLM", reports: await runAll(builtInLLMs) },
    { heading: "Embedder", reports: await runAll(builtInEmbedders) },
  ];
}

async function checkEndpoint(baseURL: string, flags: CheckFlags): Promise<readonly Group[]> {
  const { model, preset, keyEnv } = flags;
  if (model === undefined) throw new UsageError("--base-url needs --model, the name of the model to ask there");
  const apiKey = keyEnv === undefined ? undefined : process.env[keyEnv];
  if (keyEnv !== undefined && !apiKey) throw new UsageError(`--key-env: the environment variable ${keyEnv} is not set`);
  if (preset !== undefined && !isPreset(preset)) {
    throw new UsageError(`--preset: there is no "${preset}"; there are ${Object.keys(presets).join(", ")}`);
  }
  const target = { baseURL, model, ...(preset !== undefined && { preset }), ...(apiKey !== undefined && { apiKey }) };
  await expectUsable(target);
  const report = await runLLMCases((stage) => openAICompatible({ ...stage, ...target }), {
    stage: liveStage({ model }),
  });
  return [{ heading: "LLM", reports: [{ name: model, report }] }];
}

/** A driver that cannot even be made of the flags is no verdict about the endpoint. */
async function expectUsable(target: OpenAICompatibleOptions): Promise<void> {
  try {
    await openAICompatible(target).close();
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_INVALID_CONFIG") throw new UsageError(error.message);
    throw error;
  }
}

function isPreset(name: string): name is Preset {
  return Object.hasOwn(presets, name);
}

/** One after the other: on a machine with few cores, subjects that share it would only disturb each other. */
async function runAll(subjects: readonly BuiltInSubject[]): Promise<readonly NamedReport[]> {
  const reports: NamedReport[] = [];
  for (const { name, run } of subjects) reports.push({ name, report: await run() });
  return reports;
}

const conclusions: Readonly<Record<number, string>> = {
  [exitCodes.conforms]: "Conforms.",
  [exitCodes.fails]: "Does not conform.",
  [exitCodes.ours]: "The kit itself failed; please report what is said above.",
  [exitCodes.incomplete]: "Incomplete: nothing, or not everything, could be judged.",
};

function toExitCode(reports: readonly NamedReport[]): number {
  const verdicts = reports.flatMap(({ report }) => problems(report));
  if (verdicts.some(({ status }) => status === "harness-error")) return exitCodes.ours;
  if (verdicts.some(({ status, known }) => status === "failed" || known?.stale)) return exitCodes.fails;
  const blocked = verdicts.some(({ status }) => status === "blocked");
  return blocked || reports.some(({ report }) => report.judged === 0) ? exitCodes.incomplete : exitCodes.conforms;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
