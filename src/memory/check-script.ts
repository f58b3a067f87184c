import {
  copyJSON,
  type FinishReason,
  isLLMError,
  isObject,
  LLMError,
  llmErrorCodes,
  type Reply,
  type ScriptedReply,
} from "../contract/index.js";

const fields = [
  ...["text", "reasoning", "toolCalls", "sources", "usage", "finishReason", "providerFinishReason", "model"],
  ...["error", "cut", "stall"],
];
const callFields = ["id", "name", "input", "invalidInput"];
const usageFields = ["inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens"];
const finishReasons: readonly FinishReason[] = ["stop", "length", "content_filter", "tool_use", "error", "other"];

/**
 * Checks a reply and copies it, so that its owner may change it afterwards; an `LLMError` stays the same object.
 * @param place how the reply is called in an error, for example `replies[1]`
 * @throws LLMError `LLM_INVALID_CONFIG`: a misspelt field would be a reply that says nothing
 */
export function checkReply(reply: Reply, place: string): ScriptedReply {
  const refuse: (at: string, message: string) => never = (at, message) => {
    throw new LLMError("LLM_INVALID_CONFIG", `${at}: ${message}`, { provider: "memory" });
  };
  if (typeof reply === "string") return { text: reply };
  if (!isObject(reply)) return refuse(place, "must be a string or an object");
  const { error, ...data } = reply;
  const copy = copyJSON(data, place, (at, what) => refuse(at, `JSON cannot carry ${what}`)) as Record<string, unknown>;
  refuseOthers(copy, fields, place, refuse);
  for (const name of ["text", "reasoning", "providerFinishReason", "model"]) {
    if (copy[name] !== undefined && typeof copy[name] !== "string") refuse(`${place}.${name}`, "must be a string");
  }
  for (const name of ["toolCalls", "sources"]) {
    if (copy[name] !== undefined && !Array.isArray(copy[name])) refuse(`${place}.${name}`, "must be a list");
  }
  for (const name of ["cut", "stall"]) {
    if (copy[name] !== undefined && typeof copy[name] !== "boolean") refuse(`${place}.${name}`, "must be a boolean");
  }
  if (copy.finishReason !== undefined && !finishReasons.includes(copy.finishReason as FinishReason)) {
    refuse(`${place}.finishReason`, `must be one of ${finishReasons.join(", ")}`);
  }
  checkUsage(copy.usage, `${place}.usage`, refuse);
  ((copy.toolCalls as unknown[] | undefined) ?? []).forEach((call, i) => {
    const at = `${place}.toolCalls[${i}]`;
    if (!isObject(call) || typeof call.name !== "string" || !call.name) refuse(at, "must be a call with a name");
    refuseOthers(call, callFields, at, refuse);
    if (call.invalidInput === undefined && !isObject(call.input)) refuse(`${at}.input`, "must be an object");
  });
  return { ...copy, ...(error !== undefined && { error: checkError(error, `${place}.error`, refuse) }) };
}

function checkUsage(usage: unknown, place: string, refuse: (at: string, message: string) => never): void {
  if (usage === undefined) return;
  if (!isObject(usage)) refuse(place, "must be an object");
  refuseOthers(usage, usageFields, place, refuse);
  for (const [name, count] of Object.entries(usage)) {
    if (!isCount(count)) refuse(`${place}.${name}`, "must be a whole number that is not negative");
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function checkError(error: unknown, place: string, refuse: (at: string, message: string) => never): LLMError {
  if (isLLMError(error)) return error;
  if (
    !isObject(error) ||
    typeof error.code !== "string" ||
    !Object.hasOwn(llmErrorCodes, error.code.replace(/^EMBED_/, "LLM_"))
  ) {
    return refuse(place, "must be an LLMError, or an object with one of its codes");
  }
  const { code, message, ...details } = error;
  refuseOthers(details, ["status", "retryable", "retryAfterMs", "requestId"], place, refuse);
  for (const name of ["status", "retryAfterMs"]) {
    if (details[name] !== undefined && !isCount(details[name])) refuse(`${place}.${name}`, "must be a whole number");
  }
  return new LLMError(code as LLMError["code"], typeof message === "string" ? message : "scripted error", details);
}

function refuseOthers(
  value: object,
  known: readonly string[],
  place: string,
  refuse: (at: string, message: string) => never,
): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`${place}.${unknown}`, `is not a field here; there are ${known.join(", ")}`);
}
