import { readFileSync } from "node:fs";
import { type Capability, capabilityNames, isLLMError, namesCredential } from "../contract/index.js";
import { google, openAICompatible, type Preset, presets } from "../drivers/index.js";
import type { Claims, JudgeOptions, Profile, Target } from "../endpoint/index.js";
import { profiles } from "../endpoint/index.js";
import type { KnownFailures } from "../suite/index.js";
import { keyFromEnv } from "./key-from-env.js";
import { UsageError } from "./usage-error.js";

/** What `check` and `plan` are told of an endpoint on the command line. */
export interface EndpointFlags {
  readonly baseUrl?: string;
  readonly driver?: string;
  readonly model?: string;
  readonly preset?: string;
  /** The name of an environment variable, never the key itself. */
  readonly keyEnv?: string;
  readonly profile?: string;
  /** Comma-separated capabilities; `none` for none. */
  readonly claims?: string;
  /** A JSON file of known failures. */
  readonly known?: string;
  readonly repeat?: number;
  /** The base URL of a reference that serves the same model. */
  readonly control?: string;
  readonly controlModel?: string;
  readonly controlKeyEnv?: string;
  /** Seconds. */
  readonly deadline?: number;
  /** Seconds. */
  readonly answerTimeout?: number;
  readonly concurrency?: number;
  readonly maxRequests?: number;
  readonly maxOutputTokens?: number;
}

/** An endpoint to judge, another one to hold it against, and how. */
export interface EndpointRun {
  readonly target: Target;
  readonly control: Target | undefined;
  readonly options: Omit<JudgeOptions, "signal" | "onCase">;
  readonly deadlineMs: number;
}

/** Names of flags that say how an endpoint is judged, and mean nothing without one. */
const needsEndpoint: readonly (keyof EndpointFlags)[] = [
  "driver",
  "model",
  "preset",
  "keyEnv",
  "profile",
  "claims",
  "known",
  "repeat",
  "control",
  "controlModel",
  "controlKeyEnv",
  "deadline",
  "answerTimeout",
  "concurrency",
  "maxRequests",
  "maxOutputTokens",
];

/** @throws UsageError for a flag that says how to judge an endpoint where none is named */
export function refuseOrphans(flags: EndpointFlags): void {
  const orphan = needsEndpoint.find((name) => flags[name] !== undefined);
  if (orphan) throw new UsageError(`--${kebab(orphan)} says how an endpoint is judged; name that with --base-url`);
}

/** Whether the flags name an endpoint; Google's has an address of its own. */
export const namesEndpoint = ({ baseUrl, driver }: EndpointFlags): boolean =>
  baseUrl !== undefined || driver === "google";

/**
 * What the flags stand for. Nothing is sent.
 * @throws UsageError when they do not go together, or make no driver
 */
export async function readEndpoint(flags: EndpointFlags): Promise<EndpointRun> {
  const { driver = "openai", model, preset, profile = "default", control, controlModel, controlKeyEnv } = flags;
  if (driver !== "openai" && driver !== "google")
    throw new UsageError(`--driver: there is no "${driver}"; there are openai, google`);
  if (model === undefined) throw new UsageError("--base-url needs --model, the name of the model to ask there");
  if (preset !== undefined && !isPreset(preset))
    throw new UsageError(`--preset: there is no "${preset}"; there are ${Object.keys(presets).join(", ")}`);
  if (preset !== undefined && driver === "google") throw new UsageError("--preset is of OpenAI-compatible endpoints");
  if (!isProfile(profile))
    throw new UsageError(`--profile: there is no "${profile}"; there are ${profiles.join(", ")}`);
  if (!control && (controlModel ?? controlKeyEnv) !== undefined)
    throw new UsageError(
      "--control-model and --control-key-env say how to reach the control; name that with --control",
    );

  const protocol = driver;
  const target = await checked({
    ...{ protocol, model, preset },
    ...(flags.baseUrl !== undefined && { baseURL: address("--base-url", flags.baseUrl) }),
    apiKey: keyFromEnv("--key-env", flags.keyEnv),
  });
  return {
    target,
    control:
      control === undefined
        ? undefined
        : await checked({
            ...{ protocol, preset, model: controlModel ?? model, baseURL: address("--control", control) },
            apiKey: keyFromEnv("--control-key-env", controlKeyEnv),
          }),
    options: {
      profile,
      claims: readClaims(flags.claims),
      knownFailures: flags.known === undefined ? {} : readKnownFailures(flags.known),
      repeat: flags.repeat ?? 1,
      maxOutputTokens: flags.maxOutputTokens ?? 128,
      maxRequests: flags.maxRequests,
      concurrency: flags.concurrency ?? 4,
      answerMs: (flags.answerTimeout ?? 60) * 1_000,
    },
    deadlineMs: (flags.deadline ?? 300) * 1_000,
  };
}

/**
 * The address of a flag. A credential in it would stand in the command that repeats the run.
 * @throws UsageError for one with a query parameter that may hold a credential
 */
function address(flag: string, url: string): string {
  const held = URL.canParse(url) ? [...new URL(url).searchParams.keys()].find(namesCredential) : undefined;
  if (held === undefined) return url;
  throw new UsageError(
    `${flag} has the query parameter "${held}", which may hold a credential; name the variable that holds the key with --key-env`,
  );
}

/** The target, once a driver could be made of it. */
async function checked(target: Target): Promise<Target> {
  const { protocol, preset, ...options } = target;
  try {
    const llm = protocol === "google" ? google(options) : openAICompatible({ ...options, preset });
    await llm.close();
    return target;
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_INVALID_CONFIG") throw new UsageError(error.message);
    throw error;
  }
}

function readClaims(list: string | undefined): Claims | undefined {
  if (list === undefined) return undefined;
  const named = list === "none" ? [] : list.split(",").map((name) => name.trim());
  for (const name of named)
    if (!isCapability(name))
      throw new UsageError(
        `--claims: there is no capability "${name}"; there are ${capabilityNames.join(", ")}, or none`,
      );
  return Object.fromEntries(capabilityNames.map((name) => [name, named.includes(name)]));
}

function readKnownFailures(file: string): KnownFailures {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--known: ${file} could not be read: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(
      `--known: ${file} must hold an object, such as { "ToolLoop/result-is-used": "why, and a link" }`,
    );
  return value as KnownFailures;
}

const isPreset = (name: string): name is Preset => Object.hasOwn(presets, name);
const isProfile = (name: string): name is Profile => (profiles as readonly string[]).includes(name);
const isCapability = (name: string): name is Capability => (capabilityNames as readonly string[]).includes(name);

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
