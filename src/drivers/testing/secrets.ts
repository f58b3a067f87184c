import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Embedder, LLM, LLMError } from "../../contract/index.js";
import type { ConnectionOptions } from "../check-options.js";
import type { FetchLike } from "../transport/index.js";
import { type Handler, json, serve, stream } from "./serve.js";
import { tcp, transports } from "./transport-for.js";

// Like no provider's key, so that only knowing it keeps it out; in lower case, for the places that fold it.
export const key = "zq5tnl0sentinel7wvx";
const otherKey = "pm3gateway9sentinelhd";
const queryKey = "hk8address4sentinelbn";

interface Options extends ConnectionOptions {
  readonly baseURL: string;
  readonly model: string;
}

/** A way to call a provider. */
type Call = (llm: LLM, embedder: Embedder) => Promise<unknown>;

/** Whose secrets are to stay where they are. */
export interface SecretsSubject {
  createLLM(options: Options): LLM;
  createEmbedder(options: Options): Embedder;
  /** Its mock server on loopback, which takes this key. It records what it was sent. */
  serveMock(apiKey: string): Promise<{ baseURL: string; requests: readonly unknown[]; close(): Promise<void> }>;
  /** The headers in which a key is sent. */
  credentials(apiKey: string): Readonly<Record<string, string>>;
  /** Ways to call it, beside those that all have. */
  readonly calls?: Readonly<Record<string, Call>>;
  /** What its protocol makes of the secrets that it was sent. Each must fail. */
  readonly replies: Readonly<Record<string, (said: string) => Handler>>;
  /** Options that it refuses, with the key in them. */
  readonly invalid: Readonly<Record<string, object>>;
  /** Options with which the mock server is asked; `?key` is put behind the address where the driver takes that. */
  readonly variants: Readonly<Record<string, { readonly options?: object; readonly keyInAddress?: boolean }>>;
}

/** A stream that begins with this chunk, and breaks off. */
export function cutStream(chunk: object, said: string): Handler {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": said });
    response.write(`data: ${JSON.stringify(chunk)}\n\ndata: ${said}`, () => response.destroy());
  };
}

const page = (said: string) =>
  `<!doctype html><html><head><title>502 ${said}</title></head><body><pre>authorization: ${said}</pre></body></html>`;
export const filler = "x".repeat(180);

/** What any server may make of them. */
const neutralReplies: SecretsSubject["replies"] = {
  "a 401 that quotes the key": (said) =>
    json({ error: { message: `Incorrect API key provided: ${said}.`, code: said, type: said, param: said } }, 401),
  "a 403 in plain text": (said) => json(`no access for ${said}`, 403),
  "a 404 that quotes it as a model": (said) => json({ error: { message: `model ${said} not found` } }, 404),
  "a 400 that refuses a feature": (said) => json({ error: `tools are not supported with ${said}` }, 400),
  "a 400 with a failed generation": (said) =>
    json({ error: { message: said, code: "tool_use_failed", failed_generation: said } }, 400),
  "a 429 with odd headers": (said) =>
    json({ error: { message: said } }, 429, { "retry-after": said, "x-request-id": said, "www-authenticate": said }),
  "a 422 with a list of what is wrong": (said) =>
    json({ detail: [{ loc: ["header", said], msg: said, input: said }] }, 422),
  "a 502 page of HTML": (said) => json(page(said), 502, { "content-type": "text/html" }),
  "a 500 that is long": (said) => json(`${filler}${said}${"y".repeat(100_000)}`, 500),
  "a 500 with an id that is long": (said) => json({}, 500, { "x-request-id": `${filler}${said}` }),
  "a 500 that quotes what is behind it": (said) =>
    json({ error: { message: "upstream", metadata: { raw: `{"authorization":"${said}"}` } } }, 500),
  "a 200 with an error": (said) => json({ error: { message: said, code: 500 } }),
  "a 200 that is a page": (said) => json(page(said)),
  "a 200 that is not JSON": (said) => json(`{not JSON ${said}`),
  "a 200 that is a string of JSON": (said) => json(JSON.stringify(said)),
  "a 200 that is not compressed as it says": (said) => json(said, 200, { "content-encoding": "gzip" }),
  "a 200 in a coding that is none": (said) => json(said, 200, { "content-encoding": "constructor" }),
  "a 200 in an unknown coding": (said) => json(said, 200, { "content-encoding": said }),
  "a stream that turns into an error": (said) => stream(`event: error\ndata: it was ${said}\n\n`),
  "no reply": () => (response) => void response.destroy(),
  "a redirect within": (said) => json("", 307, { location: `/v2?key=${encodeURIComponent(said)}` }),
  "a redirect to a host of that name": () => json("", 308, { location: `http://u:${key}@${key}.test/${key}` }),
};

const ask = { messages: [{ role: "user", content: "Hi" }] } as const;

const allCalls: Readonly<Record<string, Call>> = {
  generate: (llm) => llm.generate(ask),
  stream: async (llm) => (await llm.stream(ask)).response(),
  embed: (_, embedder) => embedder.embed({ texts: ["Hi"] }),
};

const invalidOptions: SecretsSubject["invalid"] = {
  "a key with a line break": { apiKey: `${key}\nx-a: b` },
  "a key with a letter that no header carries": { apiKey: `${key}\u2026` },
  "a header with a line break": { headers: { "x-token": `${key}\r\n` } },
  "a header's name": { headers: { [`x ${key}`]: "a" } },
  "a key in the address, as a password": { baseURL: `https://me:${key}@127.0.0.1/v1` },
  "a key in the address, as a user": { baseURL: `https://${key}@127.0.0.1/v1` },
  "a key in an address that is none": { baseURL: `//127.0.0.1/v1?key=${key}` },
  "a key in place of the address": { baseURL: key },
  "a key in place of a number": { maxResponseBytes: key, apiKey: key },
  "a key in place of the timeouts": { timeouts: { idle: key } },
};

/** Declares the tests that no error, subject or record of a mock server shows a key. */
export function describeSecrets(subject: SecretsSubject): void {
  const calls = Object.entries({ ...allCalls, ...subject.calls });
  const replies = Object.entries({ ...neutralReplies, ...subject.replies });

  const subjects = (given: Partial<Options> & { baseURL: string }): [LLM, Embedder] => {
    const all: Options = { ...defaults, ...given };
    const [llm, embedder] = [subject.createLLM(all), subject.createEmbedder(all)];
    onTestFinished(async () => void (await Promise.all([llm.close(), embedder.close()])));
    return [llm, embedder];
  };
  /** Answers with what it was sent. */
  const echo =
    (reply: (said: string) => Handler): Handler =>
    (response, request) => {
      const sent = [...Object.keys(subject.credentials(key)), "x-gateway-token"].map((name) => request.headers[name]);
      expect(sent).toEqual([...Object.values(subject.credentials(key)), `Token ${otherKey}`]);
      return reply(sent.join(" "))(response, request);
    };

  describe.each(transports)("over %s", (_, fetchLike) => {
    describe.each(calls)("%s", (__, call) => {
      test.each(replies)("%s", async (___, reply) => {
        const { baseURL } = await serve(echo(reply));
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
        const { baseURL } = await serve(json("", 307, { location: `${other.baseURL}/elsewhere` }));
        const [llm, embedder] = subjects({ baseURL, fetch: fetchLike });
        const error = await errorOf(() => call(llm, embedder));
        expect(error.message).toContain(other.origin);
        expect(other.connections).toBe(0);
      });
    });
  });

  test.each(calls)("%s with a fetch that tells what it was given", async (_, call) => {
    const fetch: FetchLike = async (url, init) => {
      throw Object.assign(new TypeError(`cannot reach ${url}: ${JSON.stringify(init)}`), { url, init });
    };
    const [llm, embedder] = subjects({ baseURL: `http://127.0.0.1:9/v1?subscription-key=${queryKey}`, fetch });
    await errorOf(() => call(llm, embedder));
  });

  describe.each([
    ["the LLM", subject.createLLM],
    ["the embedder", subject.createEmbedder],
  ])("%s refuses", (_, make: (options: Options) => unknown) => {
    test.each(Object.entries({ ...invalidOptions, ...subject.invalid }))("%s", async (__, given) => {
      const error = await errorOf(async () => make({ baseURL: "http://127.0.0.1:9/v1", ...defaults, ...given }));
      expect(error.code).toMatch(/_INVALID_CONFIG$/);
    });
  });

  describe("the mock server", () => {
    test.each(Object.entries(subject.variants))("keeps none of what %s sends", async (_, { options, keyInAddress }) => {
      const { baseURL, requests, close } = await subject.serveMock(key);
      onTestFinished(close);
      const at = keyInAddress ? `${baseURL}?key=${key}` : baseURL;
      const [llm, embedder] = subjects({ ...options, baseURL: at, headers: {} });
      await Promise.allSettled(calls.map(([, call]) => call(llm, embedder)));
      expect(requests).toHaveLength(calls.length);
      expect(inspect(requests, { depth: 20, showHidden: true })).not.toContain(key);
    });

    test("does not quote a wrong key", async () => {
      const { baseURL, close } = await subject.serveMock("another");
      onTestFinished(close);
      const reply = await fetch(`${baseURL}/models`, { headers: subject.credentials(key) });
      expect([reply.status, ...reply.headers.values(), await reply.text()].join()).not.toContain(key);
      const [llm, embedder] = subjects({ baseURL });
      for (const [, call] of calls) expect(await errorOf(() => call(llm, embedder))).toMatchObject({ status: 401 });
    });
  });

  test("neither subject shows it", () => {
    for (const made of subjects({ baseURL: "http://127.0.0.1:9/v1" })) {
      expect(inspect(made, { depth: 20, showHidden: true }) + JSON.stringify(made)).not.toContain(key);
    }
  });
}

const defaults = {
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
