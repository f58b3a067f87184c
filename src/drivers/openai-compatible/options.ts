import { isObject } from "../../contract/index.js";
import {
  type CheckedConnection,
  type ConnectionOptions,
  checkBaseURL,
  checkConnectionOptions,
  refuser,
} from "../check-options.js";
import type { Endpoint } from "./endpoint.js";
import { type Preset, presets } from "./presets.js";

/** How an endpoint is reached. Options that are not known are ignored, so that those of a stage can be spread. */
export interface OpenAICompatibleOptions extends ConnectionOptions {
  /** For example `http://127.0.0.1:8000/v1`. Needed where the preset has none. */
  readonly baseURL?: string | undefined;
  /**
   * The endpoint's peculiarities, by name, or spelt out for one that has no name here:
   * `{ ...presets.generic, provider: "acme", streamOptions: false }`. Default: what the speakers of the protocol have in
   * common.
   */
  readonly preset?: Preset | Endpoint | undefined;
  /** Default: the preset's. */
  readonly provider?: string | undefined;
}

/** Options that were checked. */
export interface Config extends CheckedConnection {
  readonly endpoint: Endpoint;
  /** Without a trailing slash. */
  readonly baseURL: URL;
}

/** @throws LLMError `LLM_INVALID_CONFIG` (`EMBED_INVALID_CONFIG`), naming the option */
export function checkOptions(options: OpenAICompatibleOptions, prefix: "LLM" | "EMBED"): Config {
  const given: Readonly<Record<string, unknown>> = isObject(options) ? options : {};
  const endpoint = endpointOf(given.preset ?? "generic");
  const provider =
    typeof given.provider === "string" && given.provider ? given.provider : (endpoint?.provider ?? "openai-compatible");
  const refuse = refuser(provider, prefix);
  if (!endpoint) {
    return refuse("preset", `must be one of ${Object.keys(presets).join(", ")}, or all that one of them holds`);
  }
  const checked = checkConnectionOptions(given, provider, refuse);
  const { apiKey: key } = checked;
  const baseURL = given.baseURL ?? endpoint.baseURL;
  if (baseURL === undefined) refuse("baseURL", "is missing; this preset has no address of its own");
  const auth: Record<string, string> =
    key === undefined ? {} : endpoint.auth === "api-key" ? { "api-key": key } : { authorization: `Bearer ${key}` };
  return {
    ...checked,
    endpoint,
    baseURL: checkBaseURL(baseURL, refuse),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...auth,
      ...checked.headers,
    },
  };
}

/** @returns undefined for an unknown name, and for an object that leaves a part of an endpoint open */
function endpointOf(preset: unknown): Endpoint | undefined {
  if (typeof preset === "string") return Object.hasOwn(presets, preset) ? presets[preset as Preset] : undefined;
  if (!isObject(preset)) return undefined;
  const isWhole = Object.entries(presets.generic).every(
    ([name, value]) => typeof preset[name] === typeof value || (name === "seedField" && preset[name] === undefined),
  );
  return isWhole && preset.provider !== "" ? (preset as unknown as Endpoint) : undefined;
}
