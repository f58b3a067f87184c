import { beforeAll, describe, expect, test } from "vitest";
import type { SuiteRun, Verdict } from "../suite/index.js";
import { toTestResult } from "./test-result.js";

/** How long closing all that a case opened may take at most, in milliseconds. */
const closing = 20_000;

/** Declares a run's cases and checks as tests: a `describe` a case, a `test` a check, the case played once before them. */
export function declareSuite<Subject>(name: string, run: SuiteRun<Subject>): void {
  describe(name, () => {
    for (const suiteCase of run.cases) {
      describe(suiteCase.name, () => {
        let verdicts: ReadonlyMap<string, Verdict>;
        beforeAll(
          async () => {
            const played = await run.play(suiteCase);
            verdicts = new Map(played.map((verdict) => [verdict.check, verdict]));
            // A case, each time, and the refusal of the capability that it is about, have the watchdog's time.
          },
          run.playsOf(suiteCase) * (2 * run.watchdogMs + closing),
        );

        for (const slug of Object.keys(suiteCase.checks)) {
          test(slug, ({ skip }) => {
            const result = toTestResult(verdicts.get(slug) as Verdict);
            if (result.kind === "skip") skip(result.note);
            if (result.kind === "fail") throw failure(result.message);
          });
        }
      });
    }

    test("something was judged", () => {
      const { judged } = run.report();
      expect(judged, "no check could be judged here: see why each was skipped").toBeGreaterThan(0);
    });
  });
}

/** Without a stack: it would lead into the suite, and what is to be read is the message. */
function failure(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
