import { type Capabilities, type Capability, isObject, LLMError, type Timeouts } from "../contract/index.js";
import type { RetryOptions } from "../generation/index.js";
import { collectSecrets } from "./secrets.js";
import type { FetchLike } from "./transport/index.js";

/** Capabilities by name; what is not named is as the driver knows it. */
export type Claims = { readonly [name in Capability]?: boolean | undefined };

/** The options that every driver has. Those that are not known are ignored, so that a stage's can be spread. */
export interface ConnectionOptions extends RetryOptions {
  /** The model used where a request names none. */
  readonly model: string;
  /** Without it none is sent. */
  readonly apiKey?: string | undefined;
  /** The name in errors and responses. */
  readonly provider?: string | undefined;
  /** Sent with every request; they win over the driver's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly timeouts?: Timeouts | undefined;
  /** Used instead of a pool of connections of the driver's own. */
  readonly fetch?: FetchLike | undefined;
  /** The longest reply in bytes, decompressed. Default 64 MiB, and 256 MiB for an embedder. */
  readonly maxResponseBytes?: number | undefined;
  /** What this model can do, where it differs from what the driver claims. */
  readonly capabilities?: Claims | undefined;
}

/** Connection options that were checked. */
export interface CheckedConnection {
  readonly provider: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** The caller's own, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What must not stand in any message. */
  readonly secrets: readonly string[];
}

/** Refuses an option. */
export type RefuseOption = (option: string, rule: string) => never;

/** Options as they were handed over: not looked at yet. */
export type GivenOptions = Readonly<Record<string, unknown>>;

export function refuser(provider: string, prefix: "LLM" | "EMBED"): RefuseOption {
  return (option, rule) => {
    throw new LLMError(`${prefix}_INVALID_CONFIG`, `${provider}: the option ${option} ${rule}`, { provider });
  };
}

/** @throws LLMError `LLM_INVALID_CONFIG` (`EMBED_INVALID_CONFIG`), naming the option */
export function checkConnectionOptions(given: GivenOptions, provider: string, refuse: RefuseOption): CheckedConnection {
  if (given.provider !== undefined && given.provider !== provider) refuse("provider", "must be a string, not empty");
  if (typeof given.model !== "string" || given.model === "") refuse("model", "must be a string that is not empty");
  checkKey(given.apiKey, refuse);
  checkTimeouts(given.timeouts, refuse);
  if (given.fetch !== undefined && typeof given.fetch !== "function") refuse("fetch", "must be a function");
  const { maxResponseBytes, capabilities } = given;
  if (maxResponseBytes !== undefined && !(Number.isSafeInteger(maxResponseBytes) && (maxResponseBytes as number) > 0)) {
    refuse("maxResponseBytes", "must be a whole number of bytes over 0");
  }
  if (capabilities !== undefined) {
    if (!isObject(capabilities)) return refuse("capabilities", "must be an object");
    for (const [name, claimed] of Object.entries(capabilities)) {
      if (claimed !== undefined && typeof claimed !== "boolean") refuse(`capabilities.${name}`, "must be a boolean");
    }
  }
  const headers = checkHeaders(given.headers, refuse);
  const apiKey = given.apiKey as string | undefined;
  return {
    provider,
    model: given.model as string,
    apiKey,
    headers,
    secrets: collectSecrets(apiKey, headers, given.baseURL),
  };
}

/** @returns without a trailing slash */
export function checkBaseURL(value: unknown, refuse: RefuseOption): URL {
  if (typeof value !== "string") return refuse("baseURL", "must be a string");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return refuse("baseURL", "must be an http or https URL such as http://127.0.0.1:8000/v1");
  }
  if (url.username || url.password) refuse("baseURL", "must not hold credentials; use apiKey or headers");
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

function checkKey(key: unknown, refuse: RefuseOption): void {
  if (key === undefined) return;
  if (typeof key !== "string" || key === "")
    refuse("apiKey", "must be a string that is not empty; leave it out for none");
  if (!/^[\x21-\x7e]+$/.test(key as string)) refuse("apiKey", "holds a character that no header can carry");
}

function checkHeaders(headers: unknown, refuse: RefuseOption): Record<string, string> {
  if (headers === undefined) return {};
  if (!isObject(headers)) return refuse("headers", "must be an object of strings");
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) refuse("headers", "has a name that is not a header's");
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      refuse(`headers["${name}"]`, "must be a string that a header can carry");
    }
    checked[name.toLowerCase()] = value as string;
  }
  return checked;
}

function checkTimeouts(timeouts: unknown, refuse: RefuseOption): void {
  if (timeouts === undefined) return;
  if (!isObject(timeouts)) throw refuse("timeouts", "must be an object");
  for (const name of ["connect", "headers", "idle", "total"]) {
    const value = timeouts[name];
    if (value !== undefined && !(typeof value === "number" && Number.isFinite(value) && value > 0)) {
      refuse(`timeouts.${name}`, "must be a number of milliseconds over 0");
    }
  }
}

/** What a driver knows of its model, with what the caller knows better. */
export function withClaims(known: Partial<Capabilities>, claims: Claims | undefined): Partial<Capabilities> {
  const made = Object.entries(claims ?? {}).filter(([, claim]) => claim !== undefined);
  return { ...known, ...Object.fromEntries(made) };
}
