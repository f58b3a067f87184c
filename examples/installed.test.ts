import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { llmCases } from "touchstone/suite";
import { expect, test } from "vitest";
import { installedCopy } from "./testing/installed-copy.js";

/** Runs the command of an example's README in a copy of it, and reads vitest's own report. */
async function testsOf(example: string): Promise<{ passed: number; failed: number; all: number; failures: string[] }> {
  const cwd = await installedCopy(example);
  // Without what this run was told: its npm and its vitest would have the other ones work here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_)/i.test(name)));
  const report = join(cwd, "report.json");
  const args = ["test", "--", "--reporter=json", `--outputFile=${report}`];
  // A run that failed has a report too, which says what.
  const ended = await promisify(execFile)("npm", args, { cwd, env }).catch(
    (error: Error & { stderr: string }) => error,
  );
  const text = await readFile(report, "utf8").catch(() => {
    throw new Error(`npm test of examples/${example} gave no report: ${ended.stderr}`);
  });
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(text);
  const failures = (testResults as TestFile[]).flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ]);
  return { passed: numPassedTests, failed: numFailedTests, all: numTotalTests, failures };
}

interface TestFile {
  readonly message: string;
  readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
}

test("my-driver, installed, passes the suite", async () => {
  const { passed, all, failures } = await testsOf("my-driver");
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(250);
  // Every check of the cases that are about no other protocol, and that something was judged.
  const checks = llmCases.filter(({ name }) => !name.startsWith("Google")).flatMap((one) => Object.keys(one.checks));
  expect(all).toBe(checks.length + 1);
});

test("order-bot, installed, passes its own tests", async () => {
  const { passed, all, failures } = await testsOf("order-bot");
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(5);
  expect(all).toBe(passed);
});
