import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DriverSubject, EndpointSubject, TouchstoneConfig } from "../config/index.js";
import type { SubjectRun } from "../report/index.js";
import { stageFor } from "../stages/index.js";
import { runEmbedderCases, runLLMCases } from "../suite/index.js";
import type { CheckedSubjects } from "./check.js";
import { checkEndpoint } from "./check-endpoint.js";
import type { EndpointFlags } from "./endpoint-flags.js";
import { UsageError } from "./usage-error.js";

const usual = ["touchstone.config.js", "touchstone.config.mjs"];

/** The file of a configuration: the one that is named, or the usual one where it is there. */
export function configFile(named: string | undefined): string | undefined {
  if (named !== undefined) return resolve(named);
  const found = usual.find((file) => existsSync(file));
  return found && resolve(found);
}

/**
 * Judges every subject of a configuration, one after the other.
 * @throws UsageError for a file that is no configuration
 */
export async function checkConfigured(file: string): Promise<CheckedSubjects> {
  const { subjects } = await load(file);
  const runs: SubjectRun[] = [];
  for (const [i, subject] of subjects.entries()) {
    if ("protocol" in subject) {
      runs.push(await checkDriver(subject as DriverSubject, `${file}: subjects[${i}]`));
      continue;
    }
    const checked = await checkEndpoint(flagsOf(subject), subject.knownFailures);
    runs.push(...checked.runs.map((run) => ({ ...run, name: subject.name ?? run.name })));
    if (checked.interrupted !== undefined) return { ...checked, runs };
  }
  return { runs };
}

async function load(file: string): Promise<TouchstoneConfig> {
  let config: Partial<TouchstoneConfig> | undefined;
  try {
    config = ((await import(pathToFileURL(file).href)) as { default?: Partial<TouchstoneConfig> }).default;
  } catch (error) {
    const isCommonJS = error instanceof SyntaxError && file.endsWith(".js");
    const advice = isCommonJS ? '; name it .mjs, or say "type": "module" in package.json' : "";
    throw new UsageError(`${file} could not be loaded: ${(error as Error).message}${advice}`);
  }
  if (!Array.isArray(config?.subjects) || config.subjects.length === 0)
    throw new UsageError(`${file} must export as its default a configuration with subjects; see defineConfig()`);
  return config as TouchstoneConfig;
}

async function checkDriver(subject: DriverSubject, place: string): Promise<SubjectRun> {
  const { name, protocol, llm, embedder, knownFailures = {} } = subject;
  if (typeof name !== "string" || name === "") throw new UsageError(`${place} needs a name`);
  if ((llm === undefined) === (embedder === undefined))
    throw new UsageError(`${place} needs either llm or embedder: what makes the subject of what its stage gives`);
  const options = { stage: stageOf(protocol, place), knownFailures };
  try {
    return llm
      ? { kind: "llm", name, report: await runLLMCases(llm as never, options) }
      : { kind: "embedder", name, report: await runEmbedderCases(embedder as never, options) };
  } catch (error) {
    throw new UsageError(`${place}: ${(error as Error).message}`);
  }
}

function stageOf(protocol: DriverSubject["protocol"], place: string) {
  try {
    return stageFor(protocol);
  } catch (error) {
    throw new UsageError(`${place}: ${(error as Error).message}`);
  }
}

function flagsOf({ baseURL, driver, model, preset, keyEnv, profile, claims }: EndpointSubject): EndpointFlags {
  return {
    model,
    ...(baseURL !== undefined && { baseUrl: baseURL }),
    ...(driver !== undefined && { driver }),
    ...(preset !== undefined && { preset }),
    ...(keyEnv !== undefined && { keyEnv }),
    ...(profile !== undefined && { profile }),
    ...(claims !== undefined && { claims: claims.join(",") || "none" }),
  };
}
