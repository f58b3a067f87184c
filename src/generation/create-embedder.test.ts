import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import {
  type EmbedBatch,
  type EmbedderDriver,
  type EmbedRequest,
  innermostEmbedderDriver,
  LLMError,
} from "../contract/index.js";
import { createEmbedder } from "./create-embedder.js";
import { failure, forever } from "./testing/helpers.js";

interface Spy extends EmbedderDriver {
  readonly asked: EmbedRequest[];
}

/** Gives `[length of the text, number of the batch]` for each text. */
function spy(over: Partial<EmbedderDriver> = {}): Spy {
  const asked: EmbedRequest[] = [];
  return {
    provider: "scripted",
    model: "embed-1",
    capabilities: { task: true, dimensions: true },
    ...over,
    asked,
    async embed(request, context) {
      asked.push(request);
      if (over.embed) return over.embed(request, context);
      return {
        vectors: request.texts.map((text) => [text.length, asked.length]),
        usage: { inputTokens: request.texts.length },
      };
    },
  };
}

const one = { texts: ["a"] };

test("one vector a text, in order, with who made them", async () => {
  const driver = spy();
  const embedder = createEmbedder(driver);
  expect(embedder).toMatchObject({ provider: "scripted", model: "embed-1", [innermostEmbedderDriver]: driver });
  expect(await embedder.embed({ texts: ["a", "bbb", "cc"], task: "query" })).toEqual({
    vectors: [
      [1, 1],
      [3, 1],
      [2, 1],
    ],
    model: "embed-1",
    provider: "scripted",
    usage: { inputTokens: 3 },
  });
  expect(driver.asked[0]).toMatchObject({ task: "query" });
});

test("the model: as asked for, or as the provider reports it", async () => {
  const reported = spy({ embed: async () => ({ vectors: [[1]], model: "embed-2026" }) });
  expect((await createEmbedder(spy()).embed({ ...one, model: "asked" })).model).toBe("asked");
  expect((await createEmbedder(reported).embed({ ...one, model: "asked" })).model).toBe("embed-2026");
});

describe("batches", () => {
  test("are split at the driver's limit and joined in order, usage added up", async () => {
    const driver = spy({ maxBatchSize: 2 });
    const response = await createEmbedder(driver).embed({ texts: ["a", "bb", "ccc", "dddd", "eeeee"] });
    expect(driver.asked.map(({ texts }) => texts)).toEqual([["a", "bb"], ["ccc", "dddd"], ["eeeee"]]);
    expect(response.vectors).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 3],
    ]);
    expect(response.usage).toEqual({ inputTokens: 5 });
  });

  test("usage with an unknown batch is unknown", async () => {
    let batch = 0;
    const embed = async ({ texts }: EmbedRequest): Promise<EmbedBatch> => ({
      vectors: texts.map(() => [1]),
      ...(batch++ === 0 && { usage: { inputTokens: 1 } }),
    });
    expect((await createEmbedder(spy({ maxBatchSize: 1, embed })).embed({ texts: ["a", "b"] })).usage).toEqual({});
  });

  test("a retry repeats its own batch only", async () => {
    let calls = 0;
    const embed = async ({ texts }: EmbedRequest): Promise<EmbedBatch> => {
      if (++calls === 2) throw new LLMError("EMBED_RATE_LIMITED", "scripted: slow");
      return { vectors: texts.map(() => [1]) };
    };
    const driver = spy({ maxBatchSize: 1, embed });
    await createEmbedder(driver, { retryDelay: 0 }).embed({ texts: ["a", "b"] });
    expect(driver.asked.map(({ texts }) => texts)).toEqual([["a"], ["b"], ["b"]]);
  });

  test("200,000 texts in one request", async () => {
    const texts = Array.from({ length: 200_000 }, () => "a");
    const { vectors } = await createEmbedder(spy({ embed: async () => ({ vectors: texts.map(() => [1]) }) })).embed({
      texts,
    });
    expect(vectors).toHaveLength(200_000);
  });
});

describe("the order of work: validate, signal, capabilities, wire", () => {
  const aborted = { signal: AbortSignal.abort("stop") };
  test.each<[unknown, object | undefined, string]>([
    [{ texts: [] }, aborted, "EMBED_INVALID_REQUEST"],
    [{ texts: ["a", " \n"] }, undefined, "EMBED_INVALID_REQUEST"],
    [{ texts: ["a"], dimensions: 1.5 }, undefined, "EMBED_INVALID_REQUEST"],
    [{ texts: ["a"], task: "poetry" }, undefined, "EMBED_INVALID_REQUEST"],
    [undefined, undefined, "EMBED_INVALID_REQUEST"],
    [one, { signal: {} }, "EMBED_INVALID_REQUEST"],
    [{ texts: ["a"], task: "query" }, aborted, "EMBED_CANCELLED"],
    [{ texts: ["a"], task: "query" }, undefined, "EMBED_UNSUPPORTED"],
    [{ texts: ["a"], dimensions: 2 }, undefined, "EMBED_UNSUPPORTED"],
  ])("%j %j is %s", async (request, options, code) => {
    const driver = spy({ capabilities: {} });
    const error = await failure(createEmbedder(driver).embed(request as never, options));
    expect(error).toMatchObject({ name: "LLMError", code, provider: "scripted", retryable: false });
    expect(driver.asked).toHaveLength(0);
  });
});

describe("EMBED_BAD_RESPONSE", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["no vectors", {}],
    ["too few", { vectors: [[1]] }],
    ["too many", { vectors: [[1], [1], [1]] }],
    ["a vector that is null", { vectors: [[1], null] }],
    ["an empty vector", { vectors: [[], []] }],
    ["NaN", { vectors: [[1], [Number.NaN]] }],
    ["a string", { vectors: [[1], ["1"]] }],
    ["a hole", { vectors: [[1, 2], Object.assign([1], { length: 2 })] }],
    ["lengths that differ", { vectors: [[1], [1, 2]] }],
    ["a model that is none", { vectors: [[1], [1]], model: 7 }],
    [
      "a getter that throws",
      Object.defineProperty({}, "vectors", {
        get: () => {
          throw new Error("no");
        },
      }),
    ],
  ])("%s", async (_, batch) => {
    const driver = spy({ embed: async () => batch as EmbedBatch });
    expect(await failure(createEmbedder(driver).embed({ texts: ["a", "b"] }))).toMatchObject({
      name: "LLMError",
      code: "EMBED_BAD_RESPONSE",
      status: 502,
      retryable: false,
      model: "embed-1",
    });
  });

  test("a length other than asked for, and one that differs between batches", async () => {
    const error = { code: "EMBED_BAD_RESPONSE", message: expect.stringContaining("3 were asked for") };
    expect(await failure(createEmbedder(spy()).embed({ ...one, dimensions: 3 }))).toMatchObject(error);
    const growing = spy({
      maxBatchSize: 1,
      embed: async ({ texts }) => ({ vectors: [texts[0] === "a" ? [1] : [1, 2]] }),
    });
    expect(await failure(createEmbedder(growing).embed({ texts: ["a", "b"] }))).toMatchObject({
      code: "EMBED_BAD_RESPONSE",
    });
  });
});

test.each([
  [new TypeError("fetch failed"), "EMBED_NETWORK_ERROR"],
  [new LLMError("LLM_UNAUTHORIZED", "no"), "EMBED_UNAUTHORIZED"],
  ["text", "EMBED_BAD_RESPONSE"],
])("%s becomes %s", async (thrown, code) => {
  const embed = () => {
    throw thrown;
  };
  expect(await failure(createEmbedder(spy({ embed }), { maxRetries: 0 }).embed(one))).toMatchObject({
    code,
    model: "embed-1",
  });
});

describe("its end", () => {
  test("an abort stops the batch and those after it, and lets go of the signal", async () => {
    const controller = new AbortController();
    const driver = spy({
      maxBatchSize: 1,
      embed: async () => {
        controller.abort("stop");
        return { vectors: [[1]] };
      },
    });
    const error = await failure(createEmbedder(driver).embed({ texts: ["a", "b"] }, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "EMBED_CANCELLED", cause: "stop", status: 499 });
    expect(driver.asked).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("close() ends running calls, refuses new ones, and closes the driver once", async () => {
    let closed = 0;
    const embedder = createEmbedder(spy({ embed: () => forever, close: async () => void closed++ }));
    const running = failure(embedder.embed(one));
    await Promise.all([embedder.close(), embedder.close()]);
    expect(await running).toMatchObject({ code: "EMBED_CANCELLED" });
    expect(await failure(embedder.embed(one))).toMatchObject({ code: "EMBED_CANCELLED" });
    expect(closed).toBe(1);
  });

  test("a driver that fails to close is an LLMError", async () => {
    const close = () => {
      throw new Error("no");
    };
    expect(await failure(createEmbedder(spy({ close })).close())).toMatchObject({ code: "EMBED_BAD_RESPONSE" });
  });
});

test.each<[string, unknown, unknown?]>([
  ["no driver", undefined],
  ["no embed()", { provider: "p", model: "m", capabilities: {} }],
  ["a batch size of 0, which would never end", spy({ maxBatchSize: 0 })],
  ["a batch size of NaN", spy({ maxBatchSize: Number.NaN })],
  ["dimensions of 0", spy({ dimensions: 0 })],
  ["negative retries", spy(), { maxRetries: -1 }],
])("EMBED_INVALID_CONFIG: %s", (_, driver, options) => {
  const create = () => createEmbedder(driver as EmbedderDriver, options as never);
  expect(create).toThrow(expect.objectContaining({ name: "LLMError", code: "EMBED_INVALID_CONFIG" }));
});

test("the request is copied: it may be frozen, and changed right after the call", async () => {
  const texts = ["a", "b"];
  const driver = spy({ maxBatchSize: 1 });
  const call = createEmbedder(driver).embed(Object.freeze({ texts }));
  texts[1] = "changed";
  await call;
  expect(driver.asked.map((request) => request.texts)).toEqual([["a"], ["b"]]);
});
