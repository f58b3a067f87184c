import { expect, test } from "vitest";
import { openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { runEmbedderCases, runLLMCases, type SuiteReport } from "../suite/index.js";
import { openaiStage } from "./openai-stage.js";

const notPassed = ({ verdicts }: SuiteReport) =>
  verdicts.filter(({ status }) => status !== "passed").map(({ id, status, reason }) => ({ id, status, reason }));

test("the OpenAI-compatible driver keeps every rule, and refuses what it does not claim", async () => {
  const report = await runLLMCases((stage) => openAICompatible({ ...stage, preset: "openai" }), {
    stage: openaiStage(),
  });
  for (const { id, status, reason } of notPassed(report)) {
    expect(`${id} ${status}`).toMatch(/ unclaimed$/);
    expect(reason).toMatch(/does not claim (tokenCounting|sources), and refuses it before sending anything/);
  }
  expect(notPassed(report).map(({ id }) => id)).toEqual(
    expect.arrayContaining(["CapabilitiesAreHonest/token-counting", "CapabilitiesAreHonest/sources"]),
  );
});

test("so does its embedder", async () => {
  const factory = (stage: object) => openAICompatibleEmbedder({ ...stage, preset: "openai" } as never);
  expect(notPassed(await runEmbedderCases(factory, { stage: openaiStage() }))).toEqual([]);
});

test("each scene has a server of its own, which ends with it", async () => {
  const stage = openaiStage();
  const [one, other] = [await stage.open({ script: ["Hello."] }), await stage.open({})];
  expect(one.options).toMatchObject({ script: ["Hello."], maxRetries: 0, model: expect.any(String) });
  expect(new URL(one.options.baseURL).hostname).toBe("127.0.0.1");
  expect(one.options.baseURL).not.toBe(other.options.baseURL);
  await one.close();
  await other.close();
  await expect(fetch(`${one.options.baseURL}/models`)).rejects.toThrow("fetch failed");
});

test("what was sent is told without the key", async () => {
  const scene = await openaiStage().open({ script: ["Hello."] });
  const llm = openAICompatible({ ...scene.options });
  const arrived = scene.arrived(llm, 1);
  await llm.generate({ messages: [{ role: "user", content: "Hi." }] });
  const [sent] = scene.sent(llm);
  expect(sent).toMatchObject({
    kind: "generate",
    turn: { messages: [{ role: "user", content: "Hi." }] },
    raw: { method: "POST", path: "/v1/chat/completions", body: expect.stringContaining("Hi.") },
  });
  expect(await arrived).toEqual(sent);
  expect(JSON.stringify(sent)).not.toContain(scene.options.apiKey);
  await llm.close();
  await scene.close();
});
