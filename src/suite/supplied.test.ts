import { expect, test } from "vitest";
import type { Driver } from "../contract/index.js";
import { createLLM } from "../generation/index.js";
import { embedderCases, llmCases } from "./cases/index.js";
import { runLLMCases } from "./run-suite.js";
import type { Stage } from "./stage.js";
import { suppliedChecks } from "./supplied.js";

const stage: Stage = {
  name: "test",
  powers: [],
  open: async () => ({
    options: { model: "m", script: [], maxRetries: 0, timeouts: {} },
    sent: () => [],
    arrived: () => Promise.reject(new Error("nothing is sent here")),
    close: async () => {},
  }),
};

const driver: Driver = {
  provider: "test",
  model: "m",
  capabilities: {},
  turn: async () => ({ text: "Hello." }),
};

const cases = llmCases.filter(({ name }) => name === "Enabled" || name === "RejectsEmptySchema");
const verdictsOf = async (adapts?: string) => {
  const llm = () => createLLM({ ...driver, ...(adapts !== undefined && { adapts }) });
  const { verdicts } = await runLLMCases(llm, { stage, cases });
  return Object.fromEntries(verdicts.map(({ id, status, by }) => [id, { status, by }]));
};

test("names cases and checks that there are", () => {
  const known = new Map<string, object>([...llmCases, ...embedderCases].map(({ name, checks }) => [name, checks]));
  for (const [suiteCase, check] of suppliedChecks()) {
    expect([...known.keys()]).toContain(suiteCase);
    if (check !== undefined) expect(Object.keys(known.get(suiteCase) ?? {})).toContain(check);
  }
});

test("what an adapter's frame supplies is not the model's merit", async () => {
  const verdicts = await verdictsOf("some-library");
  expect(verdicts["Enabled/says-so"]).toEqual({ status: "passed", by: "adapter" });
  expect(verdicts["RejectsEmptySchema/empty-schema"]).toEqual({ status: "passed", by: "adapter" });
  expect(verdicts["Enabled/answers"]).toEqual({ status: "passed", by: undefined });
});

test("a driver that was written for the contract has its verdicts to itself", async () => {
  expect(Object.values(await verdictsOf()).map(({ by }) => by)).not.toContain("adapter");
});
