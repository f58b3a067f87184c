import { isObject, LLMError } from "../contract/index.js";
import type { Blamed } from "./answer.js";
import { parsed } from "./errors.js";
import { badReply } from "./read-chunks.js";
import { readText, type TransportResponse } from "./transport/index.js";

/**
 * Reads a reply that is one JSON object.
 * @throws LLMError `LLM_PROVIDER_ERROR` where it is blank, `LLM_BAD_RESPONSE` where it is anything else
 */
export async function readObject(
  response: TransportResponse,
  blamed: Blamed,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(response);
  const reply = parsed(text);
  if (isObject(reply)) return reply;
  if (text.trim() !== "") throw badReply("is not a JSON object", text, blamed);
  const { provider, model, requestId } = blamed;
  throw new LLMError("LLM_PROVIDER_ERROR", `${provider}: the reply is empty`, { provider, model, requestId });
}
