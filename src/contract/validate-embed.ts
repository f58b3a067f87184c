import { copyJSON } from "./copy-json.js";
import { type EmbedRequest, embedTasks } from "./embedder.js";
import { LLMError } from "./errors.js";
import { isObject, type Loose, refuseUnknown } from "./refuse.js";

const fields = ["texts", "model", "dimensions", "task", "providerOptions"];

/**
 * Checks an embedding request against the contract and copies it.
 * @throws LLMError `EMBED_INVALID_REQUEST`, naming the place; nothing else, whatever it is handed
 */
export function validateEmbedRequest(request: unknown, provider: string): EmbedRequest {
  const refuse = (place: string, message: string): never => {
    throw new LLMError("EMBED_INVALID_REQUEST", place ? `${place}: ${message}` : message, { provider });
  };
  if (!isObject(request)) return refuse("", "the request must be an object with texts");
  let copy: Loose;
  try {
    copy = copyJSON(request, "", (place, what) => refuse(place, `JSON cannot carry ${what}`)) as Loose;
  } catch (error) {
    if (error instanceof LLMError) throw error;
    // A getter or proxy of the caller's that throws.
    return refuse("", "the request could not be read");
  }
  refuseUnknown(copy, fields, "", refuse);
  const { texts, model, dimensions, task, providerOptions } = copy;
  if (!Array.isArray(texts) || texts.length === 0) return refuse("texts", "must be a list of at least one text");
  texts.forEach((text: unknown, i) => {
    if (typeof text !== "string" || text.trim() === "") refuse(`texts[${i}]`, "must be a text that is not blank");
  });
  if (model !== undefined && (typeof model !== "string" || model === ""))
    refuse("model", "must be a string that is not empty");
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && (dimensions as number) > 0)) {
    refuse("dimensions", "must be a positive whole number");
  }
  if (task !== undefined && !embedTasks.includes(task as never))
    refuse("task", `must be one of ${embedTasks.join(", ")}`);
  if (providerOptions !== undefined && !isObject(providerOptions)) refuse("providerOptions", "must be an object");
  return copy as unknown as EmbedRequest;
}
