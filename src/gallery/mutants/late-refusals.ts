import { LLMError, type LLMRequest } from "../../contract/index.js";
import { badLLM, badRejection, plain } from "../break-llm.js";
import type { LLMMutants } from "../mutant.js";

/** Refuses as it should, but in stream() not at all, or only after it has sent something. */
export const lateRefusals = (name: string, what: string): LLMMutants => ({
  [`streams-${what}`]: [
    `${name}/stream-refuses-too`,
    /expected a rejection with \w*, got (?!one with)/,
    badLLM((llm) => ({ stream: (_: LLMRequest, options?: object) => llm.stream(plain, options) })),
  ],
  [`sends-something-before-refusing-${what}`]: [
    `${name}/nothing-was-sent`,
    /the number of requests sent: expected 0, got \d/,
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

export const tookIt = /expected a rejection with LLM_\w*, got (?!one with)/;
