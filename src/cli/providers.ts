import { nearest } from "../contract/index.js";
import { type Preset, presets } from "../drivers/index.js";
import { UsageError } from "./usage-error.js";

/** A provider that can be asked where its key is at hand. */
export interface Provider {
  readonly name: string;
  readonly driver: "openai" | "google";
  readonly preset?: Preset;
  readonly baseURL: string;
  /** Names of environment variables. */
  readonly keyEnv: string;
  readonly modelEnv: string;
  readonly baseURLEnv: string;
  readonly model: string;
}

/*
 * The models are small ones that answer without thinking first: a check asks for few tokens, and thoughts would spend them.
 */
const providers: readonly Provider[] = [
  compatible("openai", "OPENAI", "gpt-4.1-mini"),
  {
    name: "google",
    driver: "google",
    baseURL: "https://generativelanguage.googleapis.com",
    ...variables("GEMINI"),
    model: "gemini-2.5-flash-lite",
  },
  compatible("groq", "GROQ", "llama-3.3-70b-versatile"),
  compatible("mistral", "MISTRAL", "mistral-small-latest"),
  compatible("deepseek", "DEEPSEEK", "deepseek-chat"),
  compatible("together", "TOGETHER", "meta-llama/Llama-3.3-70B-Instruct-Turbo"),
  compatible("xai", "XAI", "grok-4-fast-non-reasoning"),
  compatible("openrouter", "OPENROUTER", "openai/gpt-4.1-mini"),
];

function compatible(preset: Preset, prefix: string, model: string): Provider {
  const { baseURL } = presets[preset];
  if (baseURL === undefined) throw new TypeError(`the preset ${preset} has no base URL`);
  return { name: preset, driver: "openai", preset, baseURL, ...variables(prefix), model };
}

function variables(prefix: string) {
  return { keyEnv: `${prefix}_API_KEY`, modelEnv: `${prefix}_MODEL`, baseURLEnv: `${prefix}_BASE_URL` };
}

/** Variables by name, as in `process.env`. One that is empty, as CI makes of a secret that is not there, is not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** All providers, with the models and base URLs that the environment names for them. */
export function providersIn(env: Variables): readonly Provider[] {
  return providers.map((one) => ({
    ...one,
    model: env[one.modelEnv] || one.model,
    baseURL: env[one.baseURLEnv] || one.baseURL,
  }));
}

/**
 * The names of the providers that `EXPECTED_PROVIDERS` says must have their key, such as `openai,google`.
 * @throws UsageError for one that there is not
 */
export function expectedProviders(env: Variables): readonly string[] {
  const names = (env.EXPECTED_PROVIDERS ?? "").split(",").map((name) => name.trim());
  return checkProviderNames(
    "EXPECTED_PROVIDERS",
    names.filter((name) => name !== ""),
  );
}

/** Why a provider without its key is more than one to leave out. */
export const missingKey = ({ name, keyEnv }: Provider): string =>
  `EXPECTED_PROVIDERS names ${name}, and its key ${keyEnv} is not set`;

/** @param source where the names are from @throws UsageError for a name of no provider */
export function checkProviderNames(source: string, names: readonly string[]): readonly string[] {
  const all = providers.map(({ name }) => name);
  for (const name of names)
    if (!all.includes(name))
      throw new UsageError(`${source}: there is no provider "${name}"; near it ${nearest(name, all).join(", ")}`);
  return names;
}
