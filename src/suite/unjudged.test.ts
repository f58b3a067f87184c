import { describe, expect, test } from "vitest";
import { LLMError } from "../contract/index.js";
import { equal, expectDisconnected, expectHangUp } from "./expect.js";
import { conforms, must } from "./index.js";
import { about, caseOf, judge, mustHold, outcomes } from "./testing/judge.js";
import { plainLLM, plainStage, response } from "./testing/plain-subject.js";

const hello = { messages: [{ role: "user", content: "Hello." }] } as const;

describe("a check that is not judged", () => {
  const needy = caseOf({ a: must({ ...about, needs: ["script", "hang-up", "raw"] }) }, async ({ open, check }) => {
    await open();
    await check("a", () => {});
  });

  test("names the powers that the stage lacks", async () => {
    const report = await judge(needy);
    expect(outcomes(report)).toEqual({ a: "not-run: needs hang-up, raw, which the stage plain lacks" });
    expect(report.judged).toBe(0);
    expect(conforms(report)).toBe(false);
  });

  test("is judged where the subject's calls() gives the power", async () => {
    const calls = [hello];
    const suiteCase = caseOf({ a: must({ ...about, needs: ["traffic", "meaning"] }) }, async ({ open, check }) => {
      const { sent, arrived } = await open();
      await check("a", async () => {
        equal(sent().length, 1, "sent");
        equal((await arrived(1)).turn, hello, "the turn");
      });
    });
    expect(outcomes(await judge(suiteCase))).toEqual({ a: expect.stringMatching("^not-run: needs traffic, meaning") });
    expect(outcomes(await judge(suiteCase, { llm: plainLLM(), calls: () => calls }))).toEqual({ a: "passed" });
  });

  test("and waits for a call that is still to come", async () => {
    const calls: object[] = [];
    const suiteCase = caseOf({ a: must({ ...about, needs: ["traffic"] }) }, async ({ open, check, soon }) => {
      const { arrived } = await open();
      await check("a", async () => {
        const arriving = soon(arrived(1), "no request arrived");
        calls.push(hello);
        equal((await arriving).turn, hello, "the turn");
      });
    });
    const patient = { patienceMs: 2_000 };
    const subject = { llm: plainLLM(), calls: () => calls };
    expect(outcomes(await judge(suiteCase, subject, plainStage(), patient))).toEqual({ a: "passed" });
  });

  const tools = must({ ...about, capabilities: ["tools"] });
  const unclaimed = caseOf({ a: tools, b: tools }, async ({ open, check }) => {
    await open();
    await check("a", () => equal(1, 2, "never looked at"));
    await check("b", () => equal(1, 2, "never looked at"));
  });

  test("is unclaimed when its capability is not claimed and was refused, which is verified once", async () => {
    let asked = 0;
    const llm = plainLLM({
      generate: async () => {
        asked += 1;
        throw new LLMError("LLM_UNSUPPORTED", "no tools");
      },
    });
    const a = "unclaimed: the subject does not claim tools, and refuses it before sending anything";
    const seen = plainStage(["script", "traffic"]);
    expect(outcomes(await judge(unclaimed, llm, seen))).toEqual({ a, b: a });
    expect(asked).toBe(1);
    // Without traffic nobody can say what was sent.
    expect(outcomes(await judge(unclaimed, llm)).a).toMatch(
      /^unclaimed: .* whether it sent anything first cannot be seen here$/,
    );
  });

  test("fails when what is not claimed is taken", async () => {
    const llm = plainLLM({ generate: async () => response("Sure.") });
    expect(outcomes(await judge(unclaimed, llm)).a).toMatch(
      /^failed: tools is not claimed, but generate\(\): expected a rejection with LLM_UNSUPPORTED, got a response/,
    );
  });

  test("fails when the refusal comes after something was sent", async () => {
    const stage = plainStage(["script", "traffic"], { sent: [{ kind: "generate", at: 0 }] });
    expect(outcomes(await judge(unclaimed, plainLLM(), stage)).a).toMatch(
      /^failed: .*the number of requests sent: expected 0, got 1/,
    );
  });

  test("ends a case that is about that capability as a whole", async () => {
    let went = false;
    const suiteCase = {
      ...caseOf({ a: mustHold }, async ({ open }) => {
        await open();
        went = true;
      }),
      capabilities: ["tools" as const],
    };
    expect(outcomes(await judge(suiteCase)).a).toMatch(/^unclaimed: /);
    expect(went).toBe(false);
  });
});

describe("a stage that does not do what it claims", () => {
  test("is at fault where it claims hang-up and tells of none", async () => {
    const stage = plainStage(["script", "traffic", "hang-up"], { sent: [{ kind: "generate", at: 0 }] });
    const suiteCase = caseOf({ a: must({ ...about, needs: ["hang-up"] }) }, async ({ open, check, soon }) => {
      const { arrived } = await open();
      await check("a", async () => expectHangUp(await arrived(1), soon));
    });
    expect(outcomes(await judge(suiteCase, plainLLM(), stage)).a).toMatch(
      /^harness-error: the stage claims the power hang-up/,
    );
  });

  test("and where it claims connections and cannot tell when they end", async () => {
    const suiteCase = caseOf({ a: must({ ...about, needs: ["connections"] }) }, async ({ open, check }) => {
      const { disconnected } = await open();
      await check("a", () => expectDisconnected(disconnected()));
    });
    expect(outcomes(await judge(suiteCase, plainLLM(), plainStage(["script", "connections"]))).a).toMatch(
      /^harness-error: the stage plain claims the power connections/,
    );
  });

  test("and a subject's own record of its calls takes that power away", async () => {
    const stage = plainStage(["script", "traffic", "hang-up"]);
    const suiteCase = caseOf({ a: must({ ...about, needs: ["hang-up"] }) }, async ({ open, check }) => {
      await open();
      await check("a", () => {});
    });
    expect(outcomes(await judge(suiteCase, { llm: plainLLM(), calls: () => [] }, stage))).toEqual({
      a: "not-run: needs hang-up, which the stage plain lacks",
    });
  });
});
