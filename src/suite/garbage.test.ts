import { describe, expect, test } from "vitest";
import { type LLM, LLMError } from "../contract/index.js";
import { conforms, llmCases, runEmbedderCases, runLLMCases, type StageOptions } from "./index.js";
import { plainLLM, plainStage, response } from "./testing/plain-subject.js";

describe("garbage in place of a subject", () => {
  const fails = async (factory: (options: StageOptions) => unknown, reason: RegExp) => {
    const report = await runLLMCases(factory as () => LLM, { stage: plainStage(), patienceMs: 20 });
    const statuses = new Set(report.verdicts.map(({ status }) => status));
    expect(statuses).not.toContain("harness-error");
    expect(report.verdicts.find(({ id }) => id === "Generate/text-comes-back")?.reason).toMatch(reason);
    expect(conforms(report)).toBe(false);
    return report;
  };

  test.each([null, undefined, 7, "gpt-4", { llm: null }])("%j is not an LLM", async (garbage) => {
    const report = await fails(() => garbage, /: expected an LLM, got /);
    expect(report.verdicts.every(({ status }) => status === "failed" || status === "warned")).toBe(true);
  });

  test.each([
    [{ provider: "p", model: "m", turn: () => {} }, /got a Driver, .*wrap it in createLLM\(\)/],
    [{ llm: { provider: "p", model: "m", turn: () => {} } }, /got a Driver/],
    [{ provider: "p", model: "m", embed: () => {} }, /got an embedder, .*use runEmbedderSuite\(\)/],
  ])("what is another thing of this kit's is told what to do: %j", async (given, reason) => {
    await fails(() => given, reason);
  });

  test.each([
    [plainLLM(), /got an LLM, .*use runSuite\(\)/],
    [{ provider: "p", model: "m", capabilities: {}, embed: () => {} }, /an EmbedderDriver, .*createEmbedder\(\)/],
  ])("in the embedder's suite too: %j", async (given, reason) => {
    const { verdicts } = await runEmbedderCases(() => given as never, { stage: plainStage(), patienceMs: 20 });
    expect(verdicts.find(({ id }) => id === "EmbedIdentity/provider-is-named")?.reason).toMatch(reason);
  });

  test("one LLM that all cases share is told apart from one that cancels", async () => {
    let closed = false;
    const shared = plainLLM({
      generate: async () => {
        if (closed) throw new LLMError("LLM_CANCELLED", "it was closed");
        return response("Hello.");
      },
      close: async () => {
        closed = true;
      },
    });
    const cases = llmCases.filter(({ name }) => name === "Enabled" || name === "Identity");
    const { verdicts } = await runLLMCases(() => shared, { stage: plainStage(), cases });
    expect(verdicts.find(({ id }) => id === "Enabled/answers")).toMatchObject({ status: "passed" });
    expect(verdicts.find(({ id }) => id === "Identity/response-names-the-provider")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^the factory gave the same subject as before, .*make a new one each time/),
    });
  });

  test("a factory that throws fails every check with what it threw", async () => {
    const report = await fails(() => {
      throw new Error("no key");
    }, /the factory: expected an LLM, got a throw of Error: no key at .*garbage\.test\.ts:\d+:\d+/);
    expect(report.verdicts.every(({ reason }) => reason?.includes("a throw of Error: no key"))).toBe(true);
    expect(report.subject).toEqual({ provider: "unknown", model: "unknown" });
  });

  test("an object without methods", () => fails(() => ({}), /generate\(\): expected a method, got undefined/));
  test("methods that throw at once", () =>
    fails(
      () =>
        plainLLM({
          generate: () => {
            throw new TypeError("x");
          },
        }),
      /generate\(\): expected a promise that rejects, got a throw of TypeError: x/,
    ));

  const claimsAll = Object.fromEntries(
    Object.keys(plainLLM().capabilities).map((name) => [name, true]),
  ) as unknown as LLM["capabilities"];
  const answers: readonly unknown[] = [
    undefined,
    null,
    "Hello.",
    {},
    { text: "Hello." },
    [],
    { ...response("x"), usage: null },
  ];
  test.each(answers.map((value) => ({ value })))("methods that give $value", async ({ value }) => {
    const give = async () => value as never;
    const llm = plainLLM({ capabilities: claimsAll, generate: give, stream: give, countTokens: give });
    await fails(() => llm, /(generate\(\): expected a response|of the response of generate\(\): expected .*), got /);
  });

  test.each([[{ type: "text" }], [null], [{ type: "tool-call" }], [{ type: "finish" }], [{}]])(
    "a stream of %j",
    async (event) => {
      const stream = async () => ({
        async *[Symbol.asyncIterator]() {
          yield event;
        },
        response: async () => response("Hello."),
        close: async () => {},
      });
      const llm = plainLLM({ capabilities: claimsAll, stream: stream as never });
      const { verdicts } = await runLLMCases(() => llm, { stage: plainStage(), patienceMs: 20 });
      expect(verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
      const verdict = verdicts.find(({ id }) => id === "Stream/no-empty-delta");
      expect(verdict?.reason).toMatch(
        /next\(\): expected a stream event, got |the finish event: expected a response, got/,
      );
    },
  );

  test("a stream without end", async () => {
    const stream = async () => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: { type: "text", text: "x", step: 1 } }),
      }),
      response: async () => response("x"),
      close: async () => {},
    });
    const llm = plainLLM({ capabilities: claimsAll, stream: stream as never });
    const cases = llmCases.filter(({ name }) => name === "Stream");
    const report = await runLLMCases(() => llm, { stage: plainStage(), cases });
    expect(report.verdicts.find(({ check }) => check === "no-empty-delta")?.reason).toMatch(
      /the stream: expected an end, got \d+ events and none/,
    );
  });

  test("an embedder that gives nothing", async () => {
    const factory = () => ({ provider: "p", model: "m", embed: async () => undefined, close: async () => {} });
    const report = await runEmbedderCases(factory as never, { stage: plainStage(), patienceMs: 20 });
    expect(report.verdicts.filter(({ status }) => status === "harness-error")).toEqual([]);
    expect(report.verdicts.find(({ check }) => check === "order-is-kept")?.reason).toMatch(
      /embed\(\): expected a response, got undefined/,
    );
  });
});
