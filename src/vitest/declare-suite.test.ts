import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startVitest, type TestCase } from "vitest/node";

/** Runs a file of tests in a vitest of its own. @returns what became of each test, by its full name */
async function runFile(file: string): Promise<ReadonlyMap<string, ReturnType<TestCase["result"]>>> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const vitest = await startVitest("test", [], {
    ...{
      watch: false,
      config: false,
      reporters: [{}],
      include: [path],
      root: fileURLToPath(new URL(".", import.meta.url)),
    },
  });
  try {
    const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
    return new Map(tests.map((one) => [one.fullName, one.result()]));
  } finally {
    await vitest.close();
    // The inner run sets it when a test fails, as it should here.
    process.exitCode = undefined;
  }
}

test("vitest shows passes, failures with advice, and skips with their reason", async () => {
  const results = await runFile("testing/broken-subject.ts");
  expect(results.get("broken > Generate > text-comes-back")).toMatchObject({ state: "passed" });
  expect(results.get("broken > something was judged")).toMatchObject({ state: "passed" });
  expect(results.get("broken > Enabled > says-so")).toMatchObject({
    state: "failed",
    errors: [
      {
        message: expect.stringMatching(
          /^Enabled\/says-so: `enabled`: expected true, got false\nrule: .*\nwhy it matters: .*\nfix: /,
        ),
      },
    ],
  });
  expect(results.get("broken > Identity > provider-is-named")).toMatchObject({
    state: "skipped",
    note: expect.stringMatching(/^known failure \(a reason\)/),
  });
  expect(results.get("broken > Generate > takes-one-turn")).toMatchObject({
    state: "failed",
    errors: [{ message: expect.stringContaining("the entry is stale, remove it") }],
  });
  // Not claimed, and not refused.
  expect(results.get("broken > CapabilitiesAreHonest > sources")).toMatchObject({ state: "failed" });
}, 30_000);
