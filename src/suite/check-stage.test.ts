import { describe, expect, test } from "vitest";
import { equal } from "./expect.js";
import { must, runLLMCases, type Scene, type Stage } from "./index.js";
import { about, caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage } from "./testing/plain-subject.js";

const run = (stage: unknown) => runLLMCases(() => plainLLM(), { stage: stage as Stage });

describe("what is passed as the stage", () => {
  test.each([
    [undefined, /options\.stage is missing; pass memoryStage\(\), openaiStage\(\)/],
    ["openai", /options\.stage is the string "openai", and must be a stage; pass memoryStage\(\)/],
    [{ name: "mine" }, /it must have a name, powers and open\(\)/],
    [
      { ...plainStage(), powers: ["script", "omniscience"] },
      /the stage plain claims the power "omniscience"; there are script/,
    ],
    [{ ...plainStage(), powers: ["key"] }, /claims the power "key"/],
  ])("is refused with what to pass: %j", async (stage, message) => {
    await expect(run(stage)).rejects.toThrow(message);
  });

  test("and so are options that are missing, and a factory that is none", async () => {
    await expect(runLLMCases(() => plainLLM(), undefined as never)).rejects.toThrow(/options\.stage is missing/);
    await expect(runLLMCases(plainLLM() as never, { stage: plainStage() })).rejects.toThrow(/must be a factory/);
  });
});

describe("a stage that does not do what it says is at fault, not the subject", () => {
  const meaning = must({ ...about, needs: ["meaning"] });

  test("where it claims meaning and tells of none", async () => {
    const stage = plainStage(["script", "traffic", "meaning"], { sent: [{ kind: "generate", at: 0 }] });
    const suiteCase = caseOf({ a: meaning }, async ({ open, check }) => {
      const { sent } = await open();
      await check("a", () => equal(sent()[0]?.turn?.system, "You are brief.", "the system text sent"));
    });
    expect(outcomes(await judge(suiteCase, plainLLM(), stage)).a).toMatch(
      /^harness-error: the stage claims the power meaning, but none of the 1 requests that it told has a `turn`/,
    );
  });

  test.each<[Partial<Record<keyof Scene, unknown>> | undefined, RegExp]>([
    [undefined, /gave a scene without sent\(\)/],
    [{ sent: () => [], arrived: () => {}, close: () => {} }, /gave a scene without options/],
  ])("where its scene is none: %j", async (scene, reason) => {
    const stage = { ...plainStage(), open: async () => scene as unknown as Scene };
    const suiteCase = caseOf({ a: mustHold }, async ({ open }) => void (await open()));
    expect(outcomes(await judge(suiteCase, plainLLM(), stage)).a).toMatch(/^harness-error: /);
    expect(outcomes(await judge(suiteCase, plainLLM(), stage)).a).toMatch(reason);
  });

  test("where it cannot tell what a subject of another kind sent, the run goes on all the same", async () => {
    const stage = plainStage(["script", "traffic", "meaning"]);
    const blind = { ...stage, open: async () => ({ ...(await stage.open({})), sent: blindly }) };
    const suiteCase = caseOf({ a: meaning, b: mustHold }, async ({ open, check }) => {
      const { sent } = await open();
      await check("a", () => equal(1, 2, "one"));
      await check("b", () => equal(sent().length, 0, "sent"));
    });
    expect(outcomes(await judge(suiteCase, plainLLM(), blind))).toMatchObject({
      a: "failed: one: expected 2, got 1",
      b: expect.stringMatching(/^harness-error: .*not one of mine/),
    });
  });
});

function blindly(): never {
  throw new Error("not one of mine");
}
