import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Embedder, LLM, LLMError } from "../../contract/index.js";
import { createOpenAIServer, serve as serveMock } from "../../mock-server/index.js";
import { type Handler, json, serve, stream } from "../testing/serve.js";
import { tcp, transports } from "../testing/transport-for.js";
import { type OpenAICompatibleOptions, openAICompatible, openAICompatibleEmbedder } from "./index.js";

// Like no provider's key, so that only knowing it keeps it out; in lower case, for the places that fold it.
const key = "zq5tnl0sentinel7wvx";
const otherKey = "pm3gateway9sentinelhd";
const queryKey = "hk8address4sentinelbn";

const options: Partial<OpenAICompatibleOptions> = {
  ...{ apiKey: key, model: "m", maxRetries: 0 },
  headers: { "x-gateway-token": `Token ${otherKey}` },
};

/** All that somebody might log of an error. */
function shown(error: LLMError): string {
  const cause = error.cause as Error | undefined;
  return [
    ...[error.message, error.stack, String(error), JSON.stringify(error), JSON.stringify({ ...error })],
    ...[cause?.message, cause?.stack, String(cause), JSON.stringify(cause), JSON.stringify({ ...cause })],
    ...[inspect(error, { depth: 20, showHidden: true }), inspect(error.toJSON(), { depth: 20 })],
  ].join("\n");
}

async function errorOf(work: () => Promise<unknown>): Promise<LLMError> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown as LLMError,
  );
  if (!error) throw new Error("nothing failed");
  expect(error.code).toMatch(/^(LLM|EMBED)_/);
  // Also half of it, where a message is cut to length.
  for (const secret of [key, otherKey, queryKey]) expect(shown(error).toLowerCase()).not.toContain(secret.slice(0, 9));
  return error;
}

const ask = { messages: [{ role: "user", content: "Hi" }] } as const;

/** Every way to call a provider. */
const calls: Readonly<Record<string, (llm: LLM, embedder: Embedder) => Promise<unknown>>> = {
  generate: (llm) => llm.generate(ask),
  stream: async (llm) => (await llm.stream(ask)).response(),
  embed: (_, embedder) => embedder.embed({ texts: ["Hi"] }),
};

function subjects(given: Partial<OpenAICompatibleOptions>): [LLM, Embedder] {
  const all = { ...options, ...given } as OpenAICompatibleOptions;
  const [llm, embedder] = [openAICompatible(all), openAICompatibleEmbedder(all)];
  onTestFinished(async () => void (await Promise.all([llm.close(), embedder.close()])));
  return [llm, embedder];
}

/** A handler that tells what it was sent. */
const echo =
  (reply: (secrets: string) => Handler): Handler =>
  (response, request) => {
    const { authorization, "x-gateway-token": token } = request.headers;
    expect(`${authorization} ${token}`).toBe(`Bearer ${key} Token ${otherKey}`);
    return reply(`${authorization} ${token}`)(response, request);
  };

const page = (said: string) =>
  `<!doctype html><html><head><title>502 ${said}</title></head><body><pre>authorization: ${said}</pre></body></html>`;
const filler = "x".repeat(180);

const replies: Readonly<Record<string, Handler>> = {
  "a 401 that quotes the key": echo((said) =>
    json({ error: { message: `Incorrect API key provided: ${said}.`, code: said, type: said, param: said } }, 401),
  ),
  "a 403 in plain text": echo((said) => json(`no access for ${said}`, 403)),
  "a 404 that quotes it as a model": echo((said) => json({ error: { message: `model ${said} not found` } }, 404)),
  "a 400 that refuses a feature": echo((said) => json({ error: `tools are not supported with ${said}` }, 400)),
  "a 400 with a failed generation": echo((said) =>
    json({ error: { message: said, code: "tool_use_failed", failed_generation: said } }, 400),
  ),
  "a 429 with odd headers": echo((said) =>
    json({ error: { message: said } }, 429, { "retry-after": said, "x-request-id": said, "www-authenticate": said }),
  ),
  "a 422 with a list of what is wrong": echo((said) =>
    json({ detail: [{ loc: ["header", said], msg: said, input: said }] }, 422),
  ),
  "a 502 page of HTML": echo((said) => json(page(said), 502, { "content-type": "text/html" })),
  "a 500 that is long": echo((said) => json(`${filler}${said}${"y".repeat(100_000)}`, 500)),
  "a 500 with an id that is long": echo((said) => json({}, 500, { "x-request-id": `${filler}${said}` })),
  "a 500 that quotes what is behind it": echo((said) =>
    json({ error: { message: "upstream", metadata: { raw: `{"authorization":"${said}"}` } } }, 500),
  ),
  "a 200 with an error": echo((said) => json({ error: { message: said, code: 500 } })),
  "a 200 that is a page": echo((said) => json(page(said))),
  "a 200 that is not JSON": echo((said) => json(`{not JSON ${said}`)),
  "a 200 that is a string of JSON": echo((said) => json(JSON.stringify(said))),
  "a 200 without an answer": echo((said) => json({ note: said }, 200, { "x-request-id": said })),
  "a 200 whose data is of another kind": echo((said) =>
    json({ choices: [{ index: 0, message: { content: 5, said } }], data: [{ embedding: said }] }),
  ),
  "a 200 that is not compressed as it says": echo((said) => json(said, 200, { "content-encoding": "gzip" })),
  "a 200 in a coding that is none": json({}, 200, { "content-encoding": "constructor" }),
  "a 200 in an unknown coding": echo((said) => json({}, 200, { "content-encoding": said })),
  "a stream that turns into an error": echo((said) => stream(`event: error\ndata: it was ${said}\n\n`)),
  "a stream that is not JSON": echo((said) =>
    stream(`data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\ndata: ${said}\n\n`),
  ),
  "a stream that is cut": echo((said) => (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": said });
    response.write(`data: {"model":"${said}","choices":[{"index":0,"delta":{"content":"a"}}]}\n\ndata: ${said}`, () =>
      response.destroy(),
    );
  }),
  "no reply": echo(() => (response) => void response.destroy()),
  "a redirect within": echo((said) => json("", 307, { location: `/v2?key=${encodeURIComponent(said)}` })),
  "a redirect to a host of that name": echo(() => json("", 308, { location: `http://u:${key}@${key}.test/${key}` })),
};

describe.each(transports)("over %s", (_, fetchLike) => {
  describe.each(Object.entries(calls))("%s", (__, call) => {
    test.each(Object.entries(replies))("%s", async (___, handler) => {
      const { baseURL } = await serve(handler);
      const [llm, embedder] = subjects({ baseURL, fetch: fetchLike });
      await errorOf(() => call(llm, embedder));
    });

    test("what does not speak HTTP", async () => {
      const { port, stop } = await tcp((socket) => {
        socket.once("data", (request) => socket.end(String(request)));
      });
      onTestFinished(stop);
      const [llm, embedder] = subjects({ baseURL: `http://127.0.0.1:${port}/v1`, fetch: fetchLike });
      await errorOf(() => call(llm, embedder));
    });

    test("nobody there", async () => {
      const { port, stop } = await tcp(() => {});
      await stop();
      const baseURL = `http://127.0.0.1:${port}/v1?subscription-key=${queryKey}`;
      const [llm, embedder] = subjects({ baseURL, fetch: fetchLike });
      const error = await errorOf(() => call(llm, embedder));
      expect(error.code).toMatch(/_NETWORK_ERROR$/);
    });

    test("a redirect to another host, which gets nothing", async () => {
      const other = await serve(json({}));
      const { baseURL } = await serve(json("", 307, { location: `${other.baseURL}/chat/completions` }));
      const [llm, embedder] = subjects({ baseURL, fetch: fetchLike });
      const error = await errorOf(() => call(llm, embedder));
      expect(error.message).toContain(other.origin);
      expect(other.connections).toBe(0);
    });
  });
});

test.each(Object.entries(calls))("%s with a fetch that tells what it was given", async (_, call) => {
  const fetch = async (url: string, init: object) => {
    throw Object.assign(new TypeError(`cannot reach ${url}: ${JSON.stringify(init)}`), { url, init });
  };
  const [llm, embedder] = subjects({ baseURL: `http://127.0.0.1:9/v1?subscription-key=${queryKey}`, fetch });
  await errorOf(() => call(llm, embedder));
});

const invalid: Readonly<Record<string, object>> = {
  "a key with a line break": { apiKey: `${key}\nx-a: b` },
  "a key with a letter that no header carries": { apiKey: `${key}\u2026` },
  "a header with a line break": { headers: { "x-token": `${key}\r\n` } },
  "a header's name": { headers: { [`x ${key}`]: "a" } },
  "a key in the address, as a password": { baseURL: `https://me:${key}@127.0.0.1/v1` },
  "a key in the address, as a user": { baseURL: `https://${key}@127.0.0.1/v1` },
  "a key in an address that is none": { baseURL: `//127.0.0.1/v1?key=${key}` },
  "a key in place of the address": { baseURL: key },
  "a key in place of the preset": { preset: key },
  "a key in place of a number": { maxResponseBytes: key, apiKey: key },
  "a key in place of the timeouts": { timeouts: { idle: key } },
};

describe.each([
  ["the LLM", openAICompatible],
  ["the embedder", openAICompatibleEmbedder],
])("%s refuses", (_, make: (options: OpenAICompatibleOptions) => unknown) => {
  test.each(Object.entries(invalid))("%s", async (__, given) => {
    const all = { baseURL: "http://127.0.0.1:9/v1", ...options, ...given } as OpenAICompatibleOptions;
    const error = await errorOf(async () => make(all));
    expect(error.code).toMatch(/_INVALID_CONFIG$/);
  });
});

describe("the mock server", () => {
  test.each(["openai", "azure-openai"] as const)("keeps none of what %s sends", async (preset) => {
    const mock = createOpenAIServer({ apiKey: key });
    const { baseURL, close } = await serveMock(mock);
    onTestFinished(close);
    const [llm, embedder] = subjects({ baseURL: `${baseURL}?key=${key}`, preset, headers: {} });
    await Promise.allSettled(Object.values(calls).map((call) => call(llm, embedder)));
    expect(mock.requests).toHaveLength(3);
    expect(inspect(mock.requests, { depth: 20, showHidden: true })).not.toContain(key);
  });

  test("does not quote a wrong key", async () => {
    const { baseURL, close } = await serveMock(createOpenAIServer({ apiKey: "another" }));
    onTestFinished(close);
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${baseURL}/models`, { headers });
    expect([reply.status, ...reply.headers.values(), await reply.text()].join()).not.toContain(key);
    const [llm, embedder] = subjects({ baseURL });
    for (const call of Object.values(calls)) {
      expect(await errorOf(() => call(llm, embedder))).toMatchObject({ status: 401 });
    }
  });
});

test("neither subject shows it", () => {
  const [llm, embedder] = subjects({ baseURL: "http://127.0.0.1:9/v1" });
  for (const subject of [llm, embedder]) {
    expect(inspect(subject, { depth: 20, showHidden: true }) + JSON.stringify(subject)).not.toContain(key);
  }
});
