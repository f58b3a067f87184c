import { describe, test } from "vitest";
import type { Verdict } from "../suite/index.js";
import { toTestResult } from "./test-result.js";

/** Checks that are judged one by one, each on its own. */
export interface Checks {
  readonly ids: readonly string[];
  play(id: string): Promise<Verdict>;
}

/** Declares checks as tests, a `test` a check. */
export function declareChecks(name: string, checks: Checks): void {
  describe(name, () => {
    for (const id of checks.ids) {
      test(id, async ({ skip }) => {
        const result = toTestResult(await checks.play(id));
        if (result.kind === "skip") skip(result.note);
        if (result.kind === "fail") throw new Error(result.message);
      });
    }
  });
}
