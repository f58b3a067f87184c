import { describe, expect, it } from "vitest";
import type { EmbedTask } from "../../contract/index.js";
import { bagOfWords } from "../../memory/index.js";
import { createGoogleServer, type GoogleServerOptions } from "./server.js";
import { errorOf, send } from "./testing/requests.js";

const content = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) });
const item = (text: string, over: object = {}) => ({ model: "models/m", content: content(text), ...over });

function embed(sent: object, options: GoogleServerOptions = {}, name = "m") {
  const server = createGoogleServer(options);
  const method = "requests" in sent ? "batchEmbedContents" : "embedContent";
  return { server, answer: send(server, sent, method, name) };
}

it("embeds one text", async () => {
  const { server, answer } = embed({
    content: content("red ", "blue"),
    taskType: "RETRIEVAL_DOCUMENT",
    title: "Colours",
  });
  expect(await (await answer).json()).toEqual({
    embedding: { values: bagOfWords("red blue", 8) },
    usageMetadata: { promptTokenCount: 2 },
  });
  expect(server.requests[0]).toMatchObject({
    kind: "embed",
    status: 200,
    embed: { texts: ["red blue"], model: "m", task: "document" },
  });
});

it("embeds a batch, in order", async () => {
  const requests = ["red", "blue", "red blue"].map((text) => item(text, { outputDimensionality: 5 }));
  const { server, answer } = embed({ requests });
  expect(await (await answer).json()).toEqual({
    embeddings: ["red", "blue", "red blue"].map((text) => ({ values: bagOfWords(text, 5) })),
    usageMetadata: { promptTokenCount: 4 },
  });
  expect(server.requests[0]?.embed).toEqual({ texts: ["red", "blue", "red blue"], model: "m", dimensions: 5 });
});

it("has vectors as long as it is told", async () => {
  const { answer } = embed({ content: content("red") }, { dimensions: 3 });
  expect(await (await answer).json()).toMatchObject({ embedding: { values: bagOfWords("red", 3) } });
});

it.each<[string, EmbedTask | undefined]>([
  ["RETRIEVAL_QUERY", "query"],
  ["RETRIEVAL_DOCUMENT", "document"],
  ["SEMANTIC_SIMILARITY", "similarity"],
  ["CLASSIFICATION", "classification"],
  ["CLUSTERING", "clustering"],
  ["CODE_RETRIEVAL_QUERY", "query"],
  ["TASK_TYPE_UNSPECIFIED", undefined],
])("reads the task %s", async (taskType, task) => {
  const { server, answer } = embed({ content: content("red"), taskType });
  await answer;
  expect(server.requests[0]?.embed?.task).toBe(task);
});

describe("refuses", () => {
  // biome-ignore format: a table, a row a rule
  it.each<[string, object, string, string?]>([
    ["no content", {}, "* EmbedContentRequest.content: content is not specified\n"],
    ["a content without parts", { content: {} }, "* EmbedContentRequest.content: content is not specified\n"],
    ["an empty text", { content: content("a", "") }, "* EmbedContentRequest.content: content contains an empty Part.\n"],
    ["an image", { content: { parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }] } }, "content contains an empty Part."],
    ["a title of what is no document", { content: content("a"), title: "A" }, "EmbedContentRequest.title: title can only be specified with task type RETRIEVAL_DOCUMENT."],
    ["no dimensions", { content: content("a"), outputDimensionality: 0 }, "EmbedContentRequest.output_dimensionality: output_dimensionality must be in the range"],
    ["more dimensions than the model has", { content: content("a"), outputDimensionality: 3073 }, "output_dimensionality must be in the range [1, 3072].", "gemini-embedding-001"],
    ["an unknown task", { content: content("a"), taskType: "SEARCH" }, `Invalid value at 'task_type' (type.googleapis.com/google.ai.generativelanguage.v1beta.TaskType), "SEARCH"`],
    ["an unknown name", { content: content("a"), dimensions: 3 }, `Unknown name "dimensions": Cannot find field.`],
    ["an empty batch", { requests: [] }, "* BatchEmbedContentsRequest.requests: requests is not specified\n"],
    ["a batch that is too large", { requests: Array.from({ length: 101 }, () => item("a")) }, "* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch\n"],
    ["a request without a model", { requests: [{ content: content("a") }] }, "* BatchEmbedContentsRequest.requests[0].model: unexpected model name format or model mismatch\n"],
    ["a request for another model", { requests: [item("a"), item("a", { model: "models/x" })] }, "BatchEmbedContentsRequest.requests[1].model: unexpected model name"],
    ["an empty text in a batch", { requests: [item("a"), item("")] }, "* BatchEmbedContentsRequest.requests[1].content: content contains an empty Part.\n"],
    ["an unknown task in a batch", { requests: [item("a"), item("a", { taskType: "query" })] }, `Invalid value at 'requests[1].task_type' (type.googleapis.com/google.ai.generativelanguage.v1beta.TaskType), "query"`],
  ])("%s", async (_, sent, message, name) => {
    const { server, answer } = embed(sent, {}, name);
    expect(await errorOf(await answer)).toMatchObject({ code: 400, message: expect.stringContaining(message) });
    expect(server.requests[0]).toMatchObject({ kind: "embed", status: 400 });
    expect(server.requests[0]).not.toHaveProperty("embed");
  });
});

it("takes a batch of a hundred, or of what it is told", async () => {
  const requests = Array.from({ length: 100 }, () => item("a"));
  expect((await embed({ requests }).answer).status).toBe(200);
  expect((await embed({ requests }, { maxEmbeddingBatch: 99 }).answer).status).toBe(400);
});

describe("as scripted,", () => {
  it("fails", async () => {
    const script = ["not for embeddings", { error: { code: "EMBED_RATE_LIMITED" } }] as const;
    const { server, answer } = embed({ content: content("a") }, { script: script.slice(1) });
    expect(await errorOf(await answer)).toMatchObject({ code: 429, status: "RESOURCE_EXHAUSTED" });
    expect((await send(server, { content: content("a") }, "embedContent")).status).toBe(200);
    expect((await embed({ content: content("a") }, { script }).answer).status).toBe(200);
  });

  it("breaks", async () => {
    const response = await embed({ content: content("a") }, { script: [{ cut: true }] }).answer;
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow("the script cuts");
  });
});
