import { memoryLLM } from "touchstone";
import { openAICompatible } from "touchstone/drivers";
import { memoryStage, openaiStage } from "touchstone/stages";
import { runLLMCases } from "touchstone/suite";
import { expect, test } from "vitest";

test("the suite without a test runner", async () => {
  const report = await runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage() });
  expect(report.judged).toBeGreaterThan(0);
  expect(report.verdicts.filter(({ status }) => status === "failed")).toEqual([]);
});

test("a driver with a defect fails the check that is about it, and says what was seen", async () => {
  const report = await runLLMCases(
    (stage) => {
      const llm = openAICompatible({ ...stage });
      // A wrapper that forgets the request's own model: a caller who picks another one is not told.
      return { ...llm, generate: ({ model: _, ...request }, options) => llm.generate(request, options) };
    },
    { stage: openaiStage() },
  );
  const failed = report.verdicts.filter(({ status }) => status === "failed");
  expect(failed.map((verdict) => verdict.case)).toContain("PerRequestModelIsHonouredOrRefused");
  expect(failed[0]?.reason).toContain("model");
});

test("a known failure is listed with its reason, and must go once it passes", async () => {
  const report = await runLLMCases(({ script }) => memoryLLM(...script), {
    stage: memoryStage(),
    knownFailures: { "Identity/provider-is-named": "https://example.com/issues/1" },
  });
  expect(report.verdicts.filter(({ known }) => known?.stale)).toHaveLength(1);
});
