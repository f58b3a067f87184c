import { readFileSync } from "node:fs";
import type { Embedder, LLM } from "touchstone";
import { googleStage, openaiStage } from "touchstone/stages";
import {
  type KnownFailures,
  runEmbedderCases,
  runLLMCases,
  type SuiteReport,
  type WireStageOptions,
} from "touchstone/suite";

/**
 * Something that was seen of a subject, told neutrally; the file in `examples/findings` that shows it with the package
 * alone; and the checks that fail for it, if there is one.
 */
export type Finding = readonly [told: string, shownBy: string, checks: readonly string[]];

/** What is not the subject's own doing, but that of our driver, adapter or server around it, and the checks that it fails. */
export type Limit = readonly [told: string, checks: readonly string[]];

/** Somebody else's client, and what is known of it. */
export interface Subject {
  /** The package that is judged. */
  readonly name: string;
  readonly kind: "llm" | "embedder";
  readonly protocol: "openai" | "google";
  /** Makes it as its documentation says, in our contract's form. */
  readonly make: (stage: WireStageOptions) => LLM | Embedder;
  readonly findings: readonly Finding[];
  readonly limits?: readonly Limit[];
}

/** The file that shows a finding, from the root of the repository. */
export function reproductionOf({ name }: Pick<Subject, "name">, [, shownBy]: Finding): string {
  return `examples/findings/${name.replace("@", "").replace("/", "-")}/${shownBy}.mjs`;
}

/** The version that is installed. */
export function versionOf({ name }: Pick<Subject, "name">): string {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

/** Findings and limits as a list of known failures. @throws Error for a check that stands under two of them */
export function knownFailures({ name, findings, limits = [] }: Omit<Subject, "make">): KnownFailures {
  const all: readonly Limit[] = [...findings.map(([told, , checks]) => [told, checks] as const), ...limits];
  const entries = all.flatMap(([told, checks]) => checks.map((check) => [check, told] as const));
  const known = Object.fromEntries(entries);
  if (Object.keys(known).length !== entries.length) throw new Error(`${name}: a check stands under two findings`);
  return known;
}

/** Judges a subject on the stage of its protocol. @param known by default its findings and limits */
export async function judge(subject: Subject, known = knownFailures(subject)): Promise<SuiteReport> {
  const stage = subject.protocol === "openai" ? openaiStage() : googleStage();
  const options = { stage, knownFailures: known };
  return subject.kind === "llm"
    ? runLLMCases((given) => subject.make(given) as LLM, options)
    : runEmbedderCases((given) => subject.make(given) as Embedder, options);
}
