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
 * Something that was seen of a subject, told neutrally, and the checks that it fails. Each is the subject's own doing:
 * what an adapter or a stage got wrong is mended there instead.
 */
export type Finding = readonly [told: string, checks: readonly string[]];

/** Somebody else's client, and what is known of it. */
export interface Subject {
  /** The package that is judged. */
  readonly name: string;
  readonly kind: "llm" | "embedder";
  readonly protocol: "openai" | "google";
  /** Makes it as its documentation says, in our contract's form. */
  readonly make: (stage: WireStageOptions) => LLM | Embedder;
  readonly findings: readonly Finding[];
}

/** The version that is installed. */
export function versionOf({ name }: Pick<Subject, "name">): string {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

/** The findings as a list of known failures. @throws Error for a check that stands under two findings */
export function knownFailures({ name, findings }: Pick<Subject, "name" | "findings">): KnownFailures {
  const entries = findings.flatMap(([told, checks]) => checks.map((check) => [check, told] as const));
  const known = Object.fromEntries(entries);
  if (Object.keys(known).length !== entries.length) throw new Error(`${name}: a check stands under two findings`);
  return known;
}

/** Judges a subject on the stage of its protocol. @param known by default its findings */
export async function judge(subject: Subject, known = knownFailures(subject)): Promise<SuiteReport> {
  const stage = subject.protocol === "openai" ? openaiStage() : googleStage();
  const options = { stage, knownFailures: known };
  return subject.kind === "llm"
    ? runLLMCases((given) => subject.make(given) as LLM, options)
    : runEmbedderCases((given) => subject.make(given) as Embedder, options);
}
