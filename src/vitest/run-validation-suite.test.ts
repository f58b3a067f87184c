import { describe, expect, it } from "vitest";
import { startValidationSuite, validated } from "../validated/index.js";
import { runValidationSuite } from "./run-validation-suite.js";
import { toTestResult } from "./test-result.js";

runValidationSuite(validated());
runValidationSuite(validated({ largeIntegers: "bigint" }), { name: "validation with large integers" });

describe("runValidationSuite", () => {
  it("fails each check that a wrapper breaks, and says what was seen", async () => {
    const suite = startValidationSuite((driver) => driver);
    expect(toTestResult(await suite.play("ValidationIsEnforced/usage"))).toMatchObject({
      kind: "fail",
      message: expect.stringContaining("it was let through"),
    });
    expect(toTestResult(await suite.play("ValidationIsEnforced/good-answers-pass"))).toMatchObject({ kind: "pass" });
  });

  it("knows no other check", async () => {
    await expect(startValidationSuite(validated()).play("ValidationIsEnforced/none")).rejects.toThrow(
      /there are .*ValidationIsEnforced\/usage/,
    );
  });

  it("takes a wrapper only", () => {
    expect(() => runValidationSuite(undefined as never)).toThrow(/function from driver to driver/);
  });
});
