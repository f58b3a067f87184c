import { describe, test } from "vitest";
import { startToolSuite, type ToolFactory } from "../tools/index.js";
import { toTestResult } from "./test-result.js";

/**
 * Declares the suite for a tool alone as vitest tests. Call it at the top of a test file or in a `describe`.
 * @param factory makes the tool, anew for each check, on a service that behaves as the check wants
 * @param options.name what the tests stand under; default `tool`
 */
export function runToolSuite(
  factory: ToolFactory,
  { name = "tool" }: { readonly name?: string | undefined } = {},
): void {
  const suite = startToolSuite(factory);
  describe(name, () => {
    for (const id of suite.ids) {
      test(id, async ({ skip }) => {
        const result = toTestResult(await suite.play(id));
        if (result.kind === "skip") skip(result.note);
        if (result.kind === "fail") throw new Error(result.message);
      });
    }
  });
}
