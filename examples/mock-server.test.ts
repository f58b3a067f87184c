import { memoryToolCall } from "touchstone";
import { createOpenAIServer, serve } from "touchstone/mock-server";
import { expect, test } from "vitest";

test("a client in any language sees a provider that says what it was told to", async () => {
  const server = createOpenAIServer({
    script: [{ toolCalls: [memoryToolCall("order_status", { id: "A-1042" })] }, "It has shipped."],
  });
  await using served = await serve(server);

  const response = await fetch(`${served.baseURL}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer any" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Where is A-1042?" }] }),
  });

  expect(await response.json()).toMatchObject({ choices: [{ finish_reason: "tool_calls" }] });
  // What was asked, told without the protocol's words; credentials are never recorded.
  expect(server.requests[0]?.turn?.messages).toEqual([{ role: "user", content: "Where is A-1042?" }]);
});

test("it refuses what the real one refuses, with its error body", async () => {
  const server = createOpenAIServer();
  const response = await server.fetch(
    new Request("http://localhost/v1/chat/completions", {
      method: "POST",
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }], max_token: 5 }),
    }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
});
