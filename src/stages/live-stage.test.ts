import { get } from "node:http";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LLM, LLMRequest } from "../contract/index.js";
import { openAICompatible } from "../drivers/index.js";
import { createMemoryLLM, memoryLLM } from "../memory/index.js";
import { createOpenAIServer, type ServedMock, serve } from "../mock-server/index.js";
import { type LLMFactory, llmCases, runLLMCases } from "../suite/index.js";
import { liveStage } from "./live-stage.js";

// Unscripted, the server echoes: a real model as far as the stage can tell.
let server: ReturnType<typeof createOpenAIServer>;
let served: ServedMock;
beforeEach(async () => {
  server = createOpenAIServer();
  served = await serve(server);
});
afterEach(() => served.close());

const transports: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  fetch: async (url) => (await fetch(url)).text(),
  "undici.request": async (url) => (await request(url)).body.text(),
  "node:http": (url) => new Promise((resolve) => get(url, (reply) => reply.resume().on("end", resolve as () => void))),
};

describe("witnesses", () => {
  test.each(Object.entries(transports))("what %s sends", async (_, send) => {
    await liveStage().around?.(async () => {
      const scene = await liveStage().open({});
      const arrived = scene.arrived({}, 2);
      await send(`${served.baseURL}/models`);
      expect(scene.sent({})).toHaveLength(1);
      await send(`${served.baseURL}/models`);
      expect(await arrived).toMatchObject({ kind: "unknown", at: expect.any(Number) });
      await scene.close();
    });
  });

  test("nothing of what others send meanwhile", async () => {
    const stage = liveStage();
    const count = (requests: number) =>
      stage.around?.(async () => {
        const scene = await stage.open({});
        for (let i = 0; i < requests; i++) await fetch(`${served.baseURL}/models`).then((reply) => reply.text());
        const seen = scene.sent({}).length;
        await scene.close();
        return seen;
      });
    const [one, three] = await Promise.all([count(1), count(3), fetch(`${served.baseURL}/models`)]);
    expect([one, three]).toEqual([1, 3]);
  });
});

const cases = llmCases.filter(({ name }) =>
  ["Generate", "RejectsUnknownRole", "AttachmentSizeIsGuarded"].includes(name),
);
const judge = (factory: LLMFactory) => runLLMCases(factory, { stage: liveStage({ model: "some-model" }), cases });
const driver = () => openAICompatible({ baseURL: served.baseURL, apiKey: "sk-test", model: "some-model" });
const statusOf = (report: Awaited<ReturnType<typeof judge>>, id: string) =>
  report.verdicts.find((verdict) => verdict.id === id);

test("proves of a driver that a refused request was never sent", async () => {
  const report = await judge(driver);
  expect(report.verdicts.filter(({ status }) => status !== "passed" && status !== "not-run")).toEqual([]);
  expect(statusOf(report, "RejectsUnknownRole/nothing-was-sent")).toMatchObject({ status: "passed" });
  expect(statusOf(report, "Generate/text-is-untouched")).toMatchObject({
    status: "not-run",
    reason: "needs script, which the stage live lacks",
  });
});

test("finds a driver that sends what it refuses", async () => {
  const report = await judge(() => {
    const llm = driver();
    const generate: LLM["generate"] = (asked, options) =>
      llm.generate(asked, options).catch(async (error: unknown) => {
        await llm.generate({ messages: [{ role: "user", content: "hello" }] } satisfies LLMRequest);
        throw error;
      });
    return { ...llm, generate };
  });
  expect(statusOf(report, "RejectsUnknownRole/nothing-was-sent")).toMatchObject({
    status: "failed",
    reason: expect.stringMatching(/the number of requests sent: expected 0, got \d/),
  });
});

test("does not say that nothing was sent of a subject that it cannot see", async () => {
  const report = await judge(() => memoryLLM());
  expect(statusOf(report, "RejectsUnknownRole/nothing-was-sent")).toMatchObject({
    status: "not-run",
    reason: "needs traffic, and the stage live sees none of this subject's",
  });
});

test("does not say so of a refusal either, nor that no request was sent for an answer", async () => {
  const report = await runLLMCases(() => createMemoryLLM({ capabilities: { sources: false } }), {
    stage: liveStage(),
    cases: llmCases.filter(({ name }) => ["Generate", "CapabilitiesAreHonest"].includes(name)),
  });
  expect(statusOf(report, "CapabilitiesAreHonest/sources")).toMatchObject({
    status: "unclaimed",
    reason: "the subject does not claim sources, and refuses it; whether it sent anything first cannot be seen here",
  });
  expect(report.verdicts.filter(({ case: name, status }) => name === "Generate" && status === "failed")).toEqual([]);
  expect(statusOf(report, "Generate/sends-one-request")).toMatchObject({ status: "not-run" });
});

test("blocks where the provider cannot be reached", async () => {
  await served.close();
  const report = await judge(() => openAICompatible({ baseURL: served.baseURL, model: "m", maxRetries: 0 }));
  expect(statusOf(report, "Generate/text-comes-back")).toMatchObject({
    status: "blocked",
    reason: expect.stringMatching(/LLM_NETWORK_ERROR/),
  });
});
