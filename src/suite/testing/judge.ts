import type { LLM } from "../../contract/index.js";
import { type Case, type CaseContext, llmCase, must, runLLMCases, type SuiteReport } from "../index.js";
import { plainLLM, plainStage } from "./plain-subject.js";

export const about = { clause: "It holds.", why: "It matters.", fix: "Mend it." };
export const mustHold = must(about);

/** A case of these checks that does this. */
export function caseOf<const Slug extends string>(
  checks: Case<LLM, Slug>["checks"],
  run: (context: CaseContext<LLM, Slug>) => Promise<void>,
): Case<LLM> {
  return llmCase({ name: "Example", claim: "An example.", script: ["Hello."], checks, run });
}

export const judge = (suiteCase: Case<LLM>, llm: unknown = plainLLM(), stage = plainStage(), more: object = {}) =>
  runLLMCases(() => llm as LLM, { stage, cases: [suiteCase], patienceMs: 20, ...more });

/** `slug: status`, and the reason where it is not passed. */
export const outcomes = ({ verdicts }: SuiteReport) =>
  Object.fromEntries(verdicts.map(({ check, status, reason }) => [check, reason ? `${status}: ${reason}` : status]));
