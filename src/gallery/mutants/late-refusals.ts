import { LLMError, type LLMRequest } from "../../contract/index.js";
import { badLLM, badRejection, plain } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";

/** Refuses as it should, but in stream() not at all, or only after it has sent something. */
export const lateRefusals = (name: string, what: string): LLMMutants => ({
  [`streams-${what}`]: [
    `${name}/stream-refuses-too`,
    /resolved with .*; expected a rejection/,
    badLLM((llm) => ({ stream: (_: LLMRequest, options?: object) => llm.stream(plain, options) })),
  ],
  [`sends-something-before-refusing-${what}`]: [
    `${name}/nothing-was-sent`,
    /requests? (was|were) sent; expected none/,
    badRejection(async (error, llm) => {
      await llm.generate(plain);
      throw error;
    }),
  ],
});

/** The same refusal without telling where. */
export const placeless = badRejection((error) => {
  throw new LLMError(error.code, "invalid request");
});

export const tookIt = /resolved with .*; expected a rejection with LLM_/;
