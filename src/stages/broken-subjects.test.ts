import { describe, expect, test } from "vitest";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import {
  type Case,
  type EmbedderFactory,
  embedderCases,
  llmCases,
  runEmbedderCases,
  runLLMCases,
  type Stage,
  type StageOptions,
} from "../suite/index.js";
import { memoryStage } from "./memory-stage.js";
import { openaiStage } from "./openai-stage.js";
import { brokenCancellations } from "./testing/broken-cancellations.js";
import { brokenCapabilities, unclaimedButWorking } from "./testing/broken-capabilities.js";
import { brokenEmbedders, brokenServedEmbedders } from "./testing/broken-embedders.js";
import { brokenRequests } from "./testing/broken-requests.js";
import { brokenStreams } from "./testing/broken-streams.js";
import { brokenTools } from "./testing/broken-tools.js";
import { halfBrokenEmbedders, halfBrokenLLMs } from "./testing/half-broken.js";

// A suite that finds nothing proves nothing: each check has a subject that is right but for one thing, which the check
// must find for that very reason.

const brokenLLMs = {
  ...brokenRequests,
  ...brokenStreams,
  ...brokenCapabilities,
  ...brokenTools,
  ...brokenCancellations,
};

/** Short, as many of these subjects never do what is waited for. */
const patienceMs = 100;

const caseOf = <Subject>(cases: readonly Case<Subject>[], id: string) =>
  cases.filter(({ name }) => name === id.split("/")[0]);

const mustChecks = (cases: readonly Case<never>[]) =>
  cases.flatMap(({ name, checks }) =>
    Object.entries(checks)
      .filter(([, { level }]) => level === "must")
      .map(([slug]) => `${name}/${slug}`),
  );

const table = <Make>(defects: Readonly<Record<string, readonly [Make, RegExp]>>) =>
  Object.entries(defects).map(([id, [make, reason]]) => [id, make, reason] as const);

describe("a broken LLM is found out", () => {
  const rows = [...table(brokenLLMs), ...table(unclaimedButWorking), ...halfBrokenLLMs];
  test.each(rows)("%s", async (id, make, reason) => {
    const { verdicts } = await runLLMCases(make, { stage: memoryStage(), cases: caseOf(llmCases, id), patienceMs });
    expect(verdicts.find((verdict) => verdict.id === id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(reason),
    });
    expect(verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
  });

  test("for each check that must hold", () => {
    expect(Object.keys(brokenLLMs).toSorted()).toEqual(mustChecks(llmCases).toSorted());
  });

  test("and the LLM that they are made of is not", async () => {
    const { verdicts } = await runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage() });
    expect(verdicts.filter(({ status }) => status !== "passed")).toEqual([]);
  });
});

describe("a broken embedder is found out", () => {
  /** Judges one on a stage where its defect can show. */
  const expectFoundOut = async <Options extends StageOptions>(
    id: string,
    make: EmbedderFactory<Options>,
    reason: RegExp,
    stage: Stage<Options>,
  ) => {
    const { verdicts } = await runEmbedderCases(make, { stage, cases: caseOf(embedderCases, id), patienceMs });
    expect(verdicts.find((verdict) => verdict.id === id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(reason),
    });
    expect(verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
  };

  test.each([...table(brokenEmbedders), ...halfBrokenEmbedders])("%s", (id, make, reason) =>
    expectFoundOut(id, make, reason, memoryStage()),
  );
  test.each(table(brokenServedEmbedders))("%s, over a wire", (id, make, reason) =>
    expectFoundOut(id, make, reason, openaiStage()),
  );

  test("for each check that must hold", () => {
    const found = [brokenEmbedders, brokenServedEmbedders].flatMap(Object.keys);
    expect(found.toSorted()).toEqual(mustChecks(embedderCases).toSorted());
  });

  test("and the embedder that they are made of is not", async () => {
    const { verdicts } = await runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage() });
    expect(verdicts.filter(({ status }) => status !== "passed" && status !== "not-run")).toEqual([]);
  });
});
