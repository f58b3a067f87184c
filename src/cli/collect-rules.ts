import { wireCase } from "../endpoint/index.js";
import { quirks } from "../quirks/index.js";
import { type Case, embedderCases, llmCases } from "../suite/index.js";
import type { ListedCase, Rules } from "./rules.js";

/** Everything that has an id, from the lists in which it is written once. */
export function collectRules(): Rules {
  return {
    cases: [
      ...llmCases.map((one) => listed("LLM", one)),
      ...embedderCases.map((one) => listed("Embedder", one)),
      listed("endpoint", {
        name: "Wire",
        claim: "What is on the wire of an endpoint is what its protocol says.",
        checks: { ...wireCase("openai").checks, ...wireCase("google").checks },
      }),
    ],
    quirks: quirks.map(({ id, name, class: kind, area, protocols, report, seen, breaks, rule }) => ({
      ...{ id, name, class: kind, area, protocols, report, seen, breaks, rule },
    })),
  };
}

type AnyCase = Pick<Case<never>, "name" | "claim" | "protocol" | "checks" | "capabilities">;

function listed(kind: ListedCase["kind"], { name, claim, protocol, checks, capabilities = [] }: AnyCase): ListedCase {
  return {
    kind,
    name,
    claim,
    ...(protocol && { protocol }),
    rules: Object.entries(checks).map(([slug, { level, clause, why, fix, needs = [], capabilities: own = [] }]) => ({
      ...{ id: `${name}/${slug}`, level, clause, why, fix, needs },
      capabilities: [...new Set([...capabilities, ...own])],
    })),
  };
}
