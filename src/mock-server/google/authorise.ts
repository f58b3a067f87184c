import type { ReceivedRequest } from "../mock-server.js";
import { Refusal, refuse } from "./refusal.js";
import { badKeyDetails } from "./scripted-error.js";

/**
 * Google takes its key in a header, or in the query.
 * @param apiKey the one that is taken; without it any is, and none
 * @throws Refusal
 */
export function authorise({ headers, query }: ReceivedRequest, apiKey: string | undefined): void {
  if (apiKey === undefined) return;
  const key = headers.get("x-goog-api-key") || query.get("key");
  // https://github.com/PublicAffairs/openai-gemini/issues/92
  if (!key)
    throw new Refusal({
      code: 403,
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      status: "PERMISSION_DENIED",
    });
  const message = "API key not valid. Please pass a valid API key.";
  if (key !== apiKey) refuse(message, badKeyDetails(message));
}

/** https://cloud.google.com/apis/docs/system-parameters, and those of a list of models */
const parameters: readonly string[] = [
  ...["alt", "$alt", "key", "$.xgafv", "callback", "fields", "$fields", "prettyPrint", "$prettyPrint", "quotaUser"],
  ...["access_token", "oauth_token", "uploadType", "upload_protocol", "pageSize", "pageToken"],
];

/** @throws Refusal for a parameter that is none, or a format that there is not */
export function checkQuery(query: URLSearchParams): void {
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    refuse(
      `Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter. Field '${unknown}' could not be found in request message.`,
    );
  const alt = query.get("alt");
  // https://github.com/iamsrikanthnani/pluely/issues/30
  if (alt !== null && alt !== "sse" && alt !== "json") refuse(`Invalid value "${alt}" for query parameter 'alt'`);
}
