import { countsAgainst, type Verdict } from "../suite/index.js";

/** What a test runner is result of a verdict. `skip`: it was not judged, or does not count; never a silent pass. */
export type TestResult =
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly note: string }
  | { readonly kind: "fail"; readonly message: string };

export function toTestResult(verdict: Verdict): TestResult {
  const { id, status, reason = "", sent, replied, known, about } = verdict;
  if (status === "passed") return { kind: "pass" };
  if (!countsAgainst(verdict)) {
    const note = known ? `known failure (${known.reason}): ${reason}` : `${status}: ${reason}`;
    return { kind: "skip", note };
  }
  // Only a failure of the subject's is helped by the rule.
  if (status !== "failed" || known?.stale) return { kind: "fail", message: `${id}: ${status}: ${reason}` };
  const { clause, why, fix } = about;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["rule", clause],
    ["why it matters", why],
    ["fix", fix],
    ["sent", sent],
    ["reply", replied],
  ];
  const lines = facts.flatMap(([label, text]) => (text === undefined ? [] : [`${label}: ${text}`]));
  return { kind: "fail", message: [`${id}: ${reason}`, ...lines].join("\n") };
}
