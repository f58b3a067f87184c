import {
  checkProviderNames,
  expectedProviders,
  missingKey,
  type Provider,
  providersIn,
  type Variables,
} from "./providers.js";
import { UsageError } from "./usage-error.js";

export interface MatrixFlags {
  /** Names; without it every provider. */
  readonly providers?: readonly string[];
  /** Those without a key too. */
  readonly all?: boolean;
}

/** A leg of the matrix, by the names that a workflow reads. */
interface Leg {
  readonly name: string;
  readonly driver: Provider["driver"];
  readonly preset?: string;
  readonly "base-url": string;
  readonly model: string;
  /** The name of the variable, never the key. */
  readonly "key-env": string;
}

/**
 * The providers whose key is set, as JSON for `strategy.matrix` of GitHub Actions, on one line.
 * @throws UsageError for a name of no provider, and for a provider that is expected to have a key and has none
 */
export function matrix({ providers: wanted, all = false }: MatrixFlags, env: Variables): string {
  const expected = expectedProviders(env);
  const names = wanted && checkProviderNames("--providers", wanted);
  const chosen = providersIn(env).filter(({ name }) => names === undefined || names.includes(name));
  const keyless = chosen.find(({ name, keyEnv }) => !all && expected.includes(name) && !env[keyEnv]);
  if (keyless) throw new UsageError(missingKey(keyless));
  const include = chosen.filter(({ keyEnv }) => all || env[keyEnv]).map(legOf);
  return `${JSON.stringify({ include })}\n`;
}

function legOf({ name, driver, preset, baseURL, model, keyEnv }: Provider): Leg {
  return { name, driver, ...(preset && { preset }), "base-url": baseURL, model, "key-env": keyEnv };
}
