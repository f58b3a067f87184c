import type { CheckResult } from "./run-report.js";

/** One thing that is told of a check. */
export interface Fact {
  readonly label: "rule" | "seen" | "why it matters" | "fix" | "sent" | "reply";
  readonly text: string;
}

const unjudged = "What was seen stood in the way: see to it and run it again. Of the subject this says nothing.";

/**
 * What helps whoever looks into a check that did not pass, in the order in which it is read. Where the subject is not to
 * blame, the rule would only mislead.
 */
export function factsOf({ status, known, reason, clause, why, fix, sent, replied }: CheckResult): readonly Fact[] {
  const isOfSubject = !known?.stale && (status === "failed" || status === "warned");
  const facts: readonly (readonly [Fact["label"], string | undefined])[] = [
    ["rule", isOfSubject ? clause : undefined],
    ["seen", reason],
    ["why it matters", isOfSubject ? why : undefined],
    ["fix", isOfSubject ? fix : status === "blocked" ? unjudged : undefined],
    ["sent", sent],
    ["reply", replied],
  ];
  return facts.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
