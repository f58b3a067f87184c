import { createHash } from "node:crypto";
import type { Case } from "../suite/index.js";
import type { RunReport } from "./run-report.js";

/** How many characters of the digest are kept: enough to tell requirement sets apart, few enough to be read out. */
const digestLength = 16;

/**
 * What a run asks for. Two runs whose digests are the same were held to the same rules.
 * @param cases all that there are, also those that a run leaves out
 */
export function requirementsOf(cases: readonly Pick<Case<never>, "name" | "checks">[]): RunReport["requirements"] {
  const rules = cases.flatMap(({ name, checks }) =>
    Object.entries(checks).map(([slug, { level, clause }]) => [`${name}/${slug}`, level, clause]),
  );
  const digest = createHash("sha256").update(JSON.stringify(rules)).digest("hex").slice(0, digestLength);
  return { checks: rules.length, digest };
}
