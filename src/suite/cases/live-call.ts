import { randomInt } from "node:crypto";
import { isLLMError, type LLM, type LLMRequest, type LLMResponse } from "../../contract/index.js";
import { generate } from "../ask.js";
import type { CaseContext } from "../case.js";
import { Failure, Unjudged } from "../failure.js";
import { celsius } from "../prompts.js";

type Playing = Pick<CaseContext<LLM, never>, "can" | "signal">;

/**
 * Generates what has to begin with a call of the request's tool. A live model is made to call, where its endpoint can make
 * it; whether it would have done so by itself is its wit, which is not judged. An endpoint that takes the force and ignores
 * it fails for that once, on its wire, and not in whatever needs a call.
 * @throws Unjudged when a live model answered without a call
 */
export async function generateCalling({ can, signal }: Playing, llm: LLM, request: LLMRequest): Promise<LLMResponse> {
  if (can("script")) return generate(llm, request, { signal });
  const name = request.tools?.[0]?.name ?? "";
  let response: LLMResponse;
  let although = "";
  try {
    response = await generate(llm, { ...request, toolChoice: "required" }, { signal });
  } catch (error) {
    // Not every endpoint can force a call, and some only seem to.
    const code = codeOf(error);
    if (code === undefined || !unforced.has(code)) throw error;
    although = code === "LLM_BAD_RESPONSE" ? ", also when the request forced a call" : "";
    response = await generate(llm, request, { signal });
  }
  if (response.toolCalls.length === 0)
    throw new Unjudged(
      `the model answered without calling ${name}${although}, so nothing that comes of a call could be judged; ask a model that is better at tools`,
    );
  return response;
}

/** What a request that forces a call is refused with, or an answer to it that has none. */
const unforced: ReadonlySet<string> = new Set(["LLM_REQUEST_REJECTED", "LLM_UNSUPPORTED", "LLM_BAD_RESPONSE"]);

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Failure ? error.rejection?.with : undefined;
  return isLLMError(cause) ? cause.code : undefined;
}

/** What the temperature tool gives: on a live subject a number that no model can guess. */
export const temperatureFor = ({ can }: Pick<Playing, "can">): number => (can("script") ? celsius : randomInt(41, 99));
