import { describe, expect, test } from "vitest";
import { createMemoryLLM, llmCalls } from "../../memory/index.js";
import { memoryStage } from "../../stages/index.js";
import { runLLMCases } from "../../suite/index.js";
import { fromAISDK, toAISDK } from "./index.js";

// A scripted model, made one of the AI SDK's and that one an LLM again: whatever is lost on either way, a case misses.

/** What such a model cannot be asked through the AI SDK. */
const lost = {
  "SchemaArrivesWhole/strict-can-be-switched-off": "a v3 or v4 model has no setting for it",
  "NothingIsDropped/detail-arrives": "a part of the AI SDK has no detail",
};

describe.each(["v3", "v4"] as const)("to the AI SDK and back, %s", (specificationVersion) => {
  test("keeps what the suite asks for", { timeout: 60_000 }, async () => {
    const report = await runLLMCases(
      ({ script: replies, maxRetries }) => {
        const memory = createMemoryLLM({ replies, capabilities: { tokenCounting: false } });
        const model = toAISDK(memory, { specificationVersion });
        const llm = fromAISDK(model, { maxRetries, capabilities: { sources: true } });
        return { llm, calls: () => llmCalls(memory) };
      },
      { stage: memoryStage() },
    );
    const failed = report.verdicts.filter(({ status, id }) => status === "failed" && !(id in lost));
    expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(report.judged).toBeGreaterThan(250);
    expect(report.verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
  });
});
