import { copyJSON } from "./copy-json.js";
import { LLMError } from "./errors.js";
import { isObject, type Loose, type Refuse, refuseUnknown } from "./refuse.js";
import type { LLMRequest } from "./request.js";
import { validateMessages } from "./validate-messages.js";
import { validateTools } from "./validate-tools.js";

const efforts = ["off", "low", "medium", "high", "max"];

const fields = [
  ...["model", "system", "messages", "maxTokens", "temperature", "topP", "seed", "stopSequences", "reasoning"],
  ...["schema", "cacheSystem", "tools", "toolChoice", "maxSteps", "approve", "providerOptions"],
];

/**
 * Checks a request against the contract and copies it: objects and arrays are new, functions are shared.
 * @param provider named in the error
 * @param takesLarge whether calls and results may hold integers beyond 2^53 − 1, as `bigint`
 * @throws LLMError `LLM_INVALID_REQUEST`, `LLM_INVALID_SCHEMA`, `LLM_INVALID_TOOL` or `LLM_ATTACHMENT_TOO_LARGE`, naming
 *   the place; nothing else, whatever it is handed
 */
export function validateRequest(request: unknown, provider: string, takesLarge = false): LLMRequest {
  const refuse: Refuse = (place, message, code = "LLM_INVALID_REQUEST") => {
    throw new LLMError(code, place ? `${place}: ${message}` : message, { provider });
  };
  if (!isObject(request)) return refuse("", "the request must be an object with messages");
  try {
    return validated(request, refuse, takesLarge);
  } catch (error) {
    if (error instanceof LLMError) throw error;
    // A getter or proxy of the caller's that throws.
    return refuse("", "the request could not be read");
  }
}

/** What a model said, and what it is told of it; the same integers come from there. */
const ofModel = /^messages\[\d+\]\.(?:toolCalls\[\d+\]\.input|results\[\d+\]\.output|providerState)\b/;

function validated(request: Loose, refuse: Refuse, takesLarge: boolean): LLMRequest {
  refuseUnknown(request, fields, "", refuse);
  // Functions are shared, everything else is data.
  const { tools, approve, ...data } = request;
  const unsafe = (place: string, what: string) => refuse(place, `JSON cannot carry ${what}`);
  const copy = copyJSON(data, "", unsafe, (place) => takesLarge && ofModel.test(place)) as Loose;
  const copiedTools = tools === undefined ? undefined : validateTools(tools, request.maxSteps, refuse);
  if (approve !== undefined && typeof approve !== "function") refuse("approve", "must be a function");

  for (const name of ["model", "system"]) {
    if (copy[name] !== undefined && typeof copy[name] !== "string") refuse(name, "must be a string");
  }
  if (copy.model === "") refuse("model", "must not be empty");
  validateMessages(copy.messages, refuse);
  validateNumbers(copy, refuse);
  validateSchema(copy.schema, refuse);
  if (copy.stopSequences !== undefined) {
    const stops = copy.stopSequences;
    if (!Array.isArray(stops)) return refuse("stopSequences", "must be a list of strings");
    stops.forEach((stop, i) => {
      if (typeof stop !== "string" || stop === "") refuse(`stopSequences[${i}]`, "must be a string that is not empty");
    });
  }
  if (copy.reasoning !== undefined && !efforts.includes(copy.reasoning as string)) {
    refuse("reasoning", `must be one of ${efforts.join(", ")}`);
  }
  if (copy.cacheSystem !== undefined && typeof copy.cacheSystem !== "boolean")
    refuse("cacheSystem", "must be a boolean");
  if (copy.providerOptions !== undefined && !isObject(copy.providerOptions))
    refuse("providerOptions", "must be an object");
  validateToolChoice(copy.toolChoice, copiedTools, refuse);
  return {
    ...copy,
    ...(copiedTools && { tools: copiedTools }),
    ...(approve !== undefined && { approve }),
  } as unknown as LLMRequest;
}

function validateNumbers(request: Loose, refuse: Refuse): void {
  for (const name of ["maxTokens", "temperature", "topP", "maxSteps"]) {
    const value = request[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || value < 0) refuse(name, "must be a number that is not negative");
    if ((name === "maxTokens" || name === "maxSteps") && !Number.isInteger(value))
      refuse(name, "must be a whole number");
  }
  if (request.seed !== undefined && !Number.isInteger(request.seed)) refuse("seed", "must be an integer");
}

function validateSchema(schema: unknown, refuse: Refuse): void {
  if (schema === undefined) return;
  if (!isObject(schema)) refuse("schema", "must be { name, schema }", "LLM_INVALID_SCHEMA");
  if (!isObject(schema.schema) || Object.keys(schema.schema).length === 0) {
    refuse("schema.schema", "must be a JSON Schema that is not empty", "LLM_INVALID_SCHEMA");
  }
  refuseUnknown(schema, ["name", "schema", "strict"], "schema", refuse, "LLM_INVALID_SCHEMA");
  if (typeof schema.name !== "string" || schema.name === "") {
    refuse("schema.name", "must be a string that is not empty", "LLM_INVALID_SCHEMA");
  }
  if (schema.strict !== undefined && typeof schema.strict !== "boolean") {
    refuse("schema.strict", "must be a boolean", "LLM_INVALID_SCHEMA");
  }
}

function validateToolChoice(choice: unknown, tools: readonly { name: string }[] | undefined, refuse: Refuse): void {
  if (choice === undefined || choice === "auto" || choice === "none") return;
  const named = isObject(choice) && typeof choice.tool === "string" ? choice.tool : undefined;
  if (choice !== "required" && named === undefined) {
    refuse("toolChoice", "must be auto, none, required or { tool: name }");
  }
  if (!tools?.length) refuse("toolChoice", "forces a call, but the request has no tools", "LLM_INVALID_TOOL");
  if (named !== undefined && !tools?.some((tool) => tool.name === named)) {
    refuse("toolChoice", `names "${named}", which is not among the tools`, "LLM_INVALID_TOOL");
  }
}
