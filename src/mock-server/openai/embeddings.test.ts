import { describe, expect, it } from "vitest";
import { bagOfWords } from "../../memory/index.js";
import { createOpenAIServer, type OpenAIServerOptions } from "./server.js";

const invalidInput = "'$.input' is invalid. Please check the API reference";

// biome-ignore format: a table, a row a rule
const refused: [rule: string, sent: object, message: string, param: string | null, code: string | null][] = [
  ["an unknown field", { task: "query" }, "Unrecognized request argument supplied: task", null, null],
  ["no model", { model: undefined }, "Missing required parameter: 'model'.", "model", "missing_required_parameter"],
  ["no input", { input: undefined }, "Missing required parameter: 'input'.", "input", "missing_required_parameter"],
  ["an empty text", { input: "" }, invalidInput, null, null],
  ["an empty list", { input: [] }, invalidInput, null, null],
  ["an empty text in a list", { input: ["a", ""] }, invalidInput, null, null],
  ["input of a wrong type", { input: 5 }, "expected one of a string or array of strings", "input", "invalid_type"],
  ["token numbers", { input: [1, 2] }, "expected a string, but got an integer", "input[0]", "invalid_type"],
  ["more texts than fit", { input: ["a", "b", "c", "d"] }, "Expected an array with maximum length 3, but got an array with length 4", "input", "array_above_max_length"],
  ["an unknown encoding", { encoding_format: "hex" }, "Supported values are: 'float' and 'base64'.", "encoding_format", "invalid_value"],
  ["dimensions of 0", { dimensions: 0 }, "Expected a value >= 1, but got 0", "dimensions", "integer_below_min_value"],
  ["dimensions that are not whole", { dimensions: 1.5 }, "expected an integer, but got a decimal", "dimensions", "invalid_type"],
];

interface Reply {
  readonly error?: object;
  readonly data: readonly { readonly embedding: string }[];
}

async function embed(body: object, options: OpenAIServerOptions = {}) {
  const server = createOpenAIServer(options);
  const response = await server.fetch(
    new Request("http://127.0.0.1/v1/embeddings", { method: "POST", body: JSON.stringify({ model: "e", ...body }) }),
  );
  return { server, response, body: (await response.json()) as Reply };
}

describe("embeddings", () => {
  it.each(refused)("refuse %s", async (_, sent, message, param, code) => {
    const { response, body } = await embed({ input: "a", ...sent }, { maxEmbeddingBatch: 3 });
    expect({ status: response.status, ...body.error }).toEqual({
      status: 400,
      type: "invalid_request_error",
      message: expect.stringContaining(message),
      param,
      code,
    });
  });

  it("take up to 2,048 texts where nothing else is said", async () => {
    const texts = Array.from({ length: 2049 }, (_, i) => `t${i}`);
    expect((await embed({ input: texts })).response.status).toBe(400);
    expect((await embed({ input: texts.slice(1) })).response.status).toBe(200);
  });

  it("are bags of words, in the order of the texts, with their usage", async () => {
    const { server, body } = await embed({ input: ["red red", "blue"] });
    expect(body).toEqual({
      object: "list",
      model: "e",
      data: [
        { object: "embedding", index: 0, embedding: bagOfWords("red red", 8) },
        { object: "embedding", index: 1, embedding: bagOfWords("blue", 8) },
      ],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
    expect(server.requests[0]).toMatchObject({ kind: "embed", embed: { texts: ["red red", "blue"], model: "e" } });
  });

  it("have the asked-for length, and come as base64 where asked", async () => {
    const { body } = await embed({ input: "red", dimensions: 3, encoding_format: "base64" });
    const bytes = Buffer.from(body.data[0]?.embedding ?? "", "base64");
    expect([0, 4, 8].map((offset) => bytes.readFloatLE(offset))).toEqual(bagOfWords("red", 3));
    expect(bytes).toHaveLength(12);
  });

  it("fail where the script says so, and only there", async () => {
    const script = [{ error: { code: "EMBED_RATE_LIMITED" as const, message: "slow down" } }, "for a turn"];
    const { server, response, body } = await embed({ input: "a" }, { script });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after-ms")).toBe("10");
    expect(body.error).toMatchObject({ message: "slow down", code: "rate_limit_exceeded" });
    const again = await server.fetch(
      new Request("http://127.0.0.1/v1/embeddings", { method: "POST", body: '{"model":"e","input":"a"}' }),
    );
    expect(again.status).toBe(200);
  });
});
