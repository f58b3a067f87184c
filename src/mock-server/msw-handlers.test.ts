import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterEach, expect, it } from "vitest";
import type { Script } from "../contract/index.js";
import { mswHandlers } from "./msw-handlers.js";
import { createOpenAIServer } from "./openai/server.js";

const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function intercept(script: Script, baseURL: string) {
  const server = createOpenAIServer({ script });
  const refuseOthers = http.all("*", () => HttpResponse.error());
  const interceptor = setupServer(...mswHandlers(http, server, baseURL), refuseOthers);
  interceptor.listen();
  stops.push(() => interceptor.close());
  const post = (over: object = {}, signal?: AbortSignal) =>
    fetch(`${baseURL.replace(/\/$/, "")}/chat/completions?a=b`, {
      method: "POST",
      headers: { authorization: "Bearer k", "x-team": "a" },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], ...over }),
      ...(signal && { signal }),
    });
  return { server, post };
}

it.each([
  ...["https://api.openai.test/v1", "https://gateway.test/openai/api", "http://127.0.0.1:9"],
  // As somebody may write them; a request says it otherwise.
  ...["https://API.OpenAI.test:443/v1/", "https://gateway.test/a/../openai/api"],
])("answers all below %s, as over a wire", async (baseURL) => {
  const { server, post } = intercept(["Hello", "Hello"], baseURL);
  const whole = await post();
  expect(await whole.json()).toMatchObject({ choices: [{ message: { content: "Hello" } }] });
  const stream = await (await post({ stream: true })).text();
  expect(stream).toMatch(/"content":"Hello"[\s\S]*data: \[DONE\]\n\n$/);
  expect(await (await fetch(`${baseURL.replace(/\/$/, "")}/models`)).json()).toMatchObject({ object: "list" });
  expect(server.requests.map(({ kind, path }) => [kind, path])).toEqual([
    ["generate", "/v1/chat/completions?a=b"],
    ["stream", "/v1/chat/completions?a=b"],
    ["unknown", "/v1/models"],
  ]);
  expect(server.requests[0]?.headers).toMatchObject({ "x-team": "a" });
  expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
});

it("breaks where the script does", async () => {
  const { post } = intercept(
    [{ error: { code: "LLM_NETWORK_ERROR" } }, { text: "Hello", cut: true }, { error: { code: "LLM_RATE_LIMITED" } }],
    "https://api.openai.test/v1",
  );
  await expect(post()).rejects.toThrow(TypeError);
  const cut = await post({ stream: true });
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  expect((await post()).status).toBe(429);
});

it("sees a client that leaves before the reply", async () => {
  const { server, post } = intercept([{ stall: true }], "https://api.openai.test/v1");
  const controller = new AbortController();
  const answer = post({}, controller.signal);
  const request = await server.arrived(1);
  controller.abort();
  await expect(answer).rejects.toThrow(/abort/);
  await request.hungUp;
});
