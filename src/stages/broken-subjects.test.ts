import { describe, expect, test } from "vitest";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import { type Case, embedderCases, llmCases, runEmbedderCases, runLLMCases } from "../suite/index.js";
import { memoryStage } from "./memory-stage.js";
import { brokenCancellations } from "./testing/broken-cancellations.js";
import { brokenCapabilities, unclaimedButWorking } from "./testing/broken-capabilities.js";
import { brokenEmbedders } from "./testing/broken-embedders.js";
import { brokenRequests } from "./testing/broken-requests.js";
import { brokenStreams } from "./testing/broken-streams.js";
import { brokenTools } from "./testing/broken-tools.js";

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

describe("a broken LLM is found out", () => {
  const rows = [...Object.entries(brokenLLMs), ...Object.entries(unclaimedButWorking)];
  test.each(rows)("%s", async (id, [make, reason]) => {
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
  test.each(Object.entries(brokenEmbedders))("%s", async (id, [make, reason]) => {
    const options = { stage: memoryStage(), cases: caseOf(embedderCases, id), patienceMs };
    const { verdicts } = await runEmbedderCases(make, options);
    expect(verdicts.find((verdict) => verdict.id === id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(reason),
    });
  });

  test("for each check that must hold, but for those that take a silent provider", () => {
    const silent = ["flying-call-rejects", "server-sees-the-end"].map((slug) => `EmbedHonoursCancelledContext/${slug}`);
    expect([...Object.keys(brokenEmbedders), ...silent].toSorted()).toEqual(mustChecks(embedderCases).toSorted());
  });

  test("and the embedder that they are made of is not", async () => {
    const { verdicts } = await runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage() });
    expect(verdicts.filter(({ status }) => status !== "passed" && status !== "not-run")).toEqual([]);
  });
});
