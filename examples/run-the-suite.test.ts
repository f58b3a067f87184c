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
      // A wrapper that forgets the signal: cancelled calls run on, and are paid for.
      return { ...llm, generate: (request) => llm.generate(request) };
    },
    { stage: openaiStage() },
  );
  const failed = report.verdicts.find(({ id }) => id === "HonoursCancelledContext/aborted-signal-rejects");
  expect(failed?.status).toBe("failed");
  expect(failed?.reason).toContain("LLM_CANCELLED");
});

test("a known failure is listed with its reason, and must go once it passes", async () => {
  const report = await runLLMCases(({ script }) => memoryLLM(...script), {
    stage: memoryStage(),
    knownFailures: { "Identity/provider-is-named": "https://example.com/issues/1" },
  });
  expect(report.verdicts.filter(({ known }) => known?.stale)).toHaveLength(1);
});
