import { isObject } from "../../contract/index.js";
import {
  type CheckedConnection,
  type ConnectionOptions,
  checkBaseURL,
  checkConnectionOptions,
  type RefuseOption,
  refuser,
} from "../check-options.js";

/** How Gemini is reached. Options that are not known are ignored, so that those of a stage can be spread. */
export interface GoogleOptions extends ConnectionOptions {
  /** With or without the prefix `models/`. */
  readonly model: string;
  /** Sent in the header `x-goog-api-key`, never in the URL. */
  readonly apiKey?: string | undefined;
  /**
   * Default `https://generativelanguage.googleapis.com`. Requests go to `{baseURL}/{apiVersion}/models/{model}:{method}`,
   * where the version is left out if the path of `baseURL` has one already: a gateway's
   * `https://gateway.example/gemini/v1beta`, or Vertex AI's express mode,
   * `https://aiplatform.googleapis.com/v1/publishers/google`.
   */
  readonly baseURL?: string | undefined;
  /** Default `v1beta`. Not to be given where `baseURL` names another. */
  readonly apiVersion?: string | undefined;
  /** Default `google`. */
  readonly provider?: string | undefined;
}

/** Options that were checked. */
export interface Config extends CheckedConnection {
  /** With the version, without a trailing slash. */
  readonly baseURL: URL;
}

/** @throws LLMError `LLM_INVALID_CONFIG` (`EMBED_INVALID_CONFIG`), naming the option */
export function checkOptions(options: GoogleOptions, prefix: "LLM" | "EMBED"): Config {
  const given: Readonly<Record<string, unknown>> = isObject(options) ? options : {};
  const provider = typeof given.provider === "string" && given.provider ? given.provider : "google";
  const refuse = refuser(provider, prefix);
  const checked = checkConnectionOptions(given, provider, refuse);
  if (/^(?:models|tunedModels)\/?$/.test(checked.model)) refuse("model", "names no model behind its prefix");
  const { apiKey, headers } = checked;
  return {
    ...checked,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(apiKey !== undefined && { "x-goog-api-key": apiKey }),
      ...headers,
    },
    baseURL: versioned(given.baseURL, given.apiVersion, refuse),
  };
}

const version = /^v\d+(?:(?:alpha|beta)\d*)?$/;

function versioned(given: unknown, apiVersion: unknown, refuse: RefuseOption): URL {
  const url = checkBaseURL(given ?? "https://generativelanguage.googleapis.com", refuse);
  if (["key", "access_token"].some((name) => url.searchParams.has(name))) {
    refuse("baseURL", "must not hold credentials; use apiKey or headers");
  }
  if (apiVersion !== undefined && !(typeof apiVersion === "string" && version.test(apiVersion))) {
    return refuse("apiVersion", "must be a version such as v1beta");
  }
  const present = url.pathname.split("/").find((segment) => version.test(segment));
  if (present === undefined) url.pathname = `${url.pathname.replace(/\/$/, "")}/${apiVersion ?? "v1beta"}`;
  else if (apiVersion !== undefined && apiVersion !== present) {
    refuse("apiVersion", `is ${apiVersion}, and baseURL names ${present}; give one of them`);
  }
  return url;
}
