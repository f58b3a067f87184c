import { describe, expect, it } from "vitest";
import { mutants } from "./testing/mutants.js";
import { validated } from "./validated.js";
import { judgeValidation } from "./validation-is-enforced.js";

const failed = async (...of: Parameters<typeof judgeValidation>) =>
  (await judgeValidation(...of)).filter(({ status }) => status !== "passed").map(({ check }) => check);

describe("ValidationIsEnforced", () => {
  it("holds for validated()", async () => {
    const verdicts = await judgeValidation(validated());
    expect(verdicts.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(verdicts.map(({ check }) => check)).toEqual(Object.keys(mutants));
  });

  it("finds a wrapper that does nothing", async () => {
    expect(await failed((driver) => driver)).toEqual(
      Object.keys(mutants).filter((check) => check !== "good-answers-pass"),
    );
  });

  // What says nothing of the content is looked at in every error, so that what is let through is found there too.
  const alsoFound = ["tells-nothing-of-the-content", "held-until-the-end"];
  it.each(Object.entries(mutants))("finds what breaks %s, and for nothing else", async (check, mutant) => {
    const found = await failed(mutant);
    expect(found).toContain(check);
    expect(found.filter((other) => other !== check && !alsoFound.includes(other))).toEqual([]);
  });
});
