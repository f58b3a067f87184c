import { describe, expect, test } from "vitest";
import { type Embedder, type EmbedRequest, isLLMError } from "../contract/index.js";
import { isWireObject, objectIn } from "../quirks/exchange.js";
import { type Fixture, readFixtures } from "../quirks/testing/fixtures.js";
import { googleEmbedder, openAICompatibleEmbedder } from "./index.js";

/** An embedder whose provider gives this reply to everything. */
function embedderFor({ exchange: { protocol, reply } }: Fixture): Embedder {
  const fetch = async () => new Response(Buffer.concat(reply.reads), { status: reply.status, headers: reply.headers });
  const options = { baseURL: "http://fixture.test/v1", apiKey: "key-of-a-test", fetch, maxRetries: 0 };
  return protocol === "openai"
    ? openAICompatibleEmbedder({ ...options, model: "m" })
    : googleEmbedder({ ...options, model: "gemini-embedding-001" });
}

/** What a fixture's request asks for. */
function requestIn({ exchange: { protocol, request } }: Fixture): EmbedRequest {
  const body = objectIn(request.body) ?? {};
  const requests = Array.isArray(body.requests) ? body.requests.filter(isWireObject) : [];
  const dimensions = protocol === "openai" ? body.dimensions : requests[0]?.outputDimensionality;
  const texts = protocol === "openai" ? [body.input].flat().map(String) : requests.map((_, i) => `text ${i}`);
  return { texts, ...(typeof dimensions === "number" && { dimensions }) };
}

async function outcomeOf(fixture: Fixture): Promise<object> {
  const { gives } = fixture;
  const embedder = embedderFor(fixture);
  try {
    const { vectors, normalized, usage } = await embedder.embed(requestIn(fixture));
    return { vectors, ...(normalized !== undefined && { normalized }), usage };
  } catch (error) {
    if (!isLLMError(error)) throw error;
    return { error: error.code, ...("status" in gives && { status: error.status }) };
  } finally {
    await embedder.close();
  }
}

describe.each(["openai", "google"] as const)("fixtures/%s", (protocol) => {
  const fixtures = readFixtures(protocol).filter(({ exchange }) => exchange.request.kind === "embed");

  test.each(fixtures)("$name: $about", async (fixture) => {
    expect(await outcomeOf(fixture)).toEqual(fixture.gives);
  });
});
