import { beforeEach, expect, it } from "vitest";
import type { MockServer } from "../mock-server.js";
import type { WirePart } from "./generate-body.js";
import { createGoogleServer } from "./server.js";
import { call, errorOf, functions, model, send, told, user } from "./testing/requests.js";

let server: MockServer;
let parts: WirePart[];
const answered = user(told("f"), told("g"));

/** Asks for two calls, which the server makes and signs. */
beforeEach(async () => {
  const input = { city: "Oslo" };
  server = createGoogleServer({
    script: [
      {
        toolCalls: [
          { name: "f", input },
          { name: "g", input },
        ],
      },
      "Done.",
    ],
  });
  const response = await send(server, { contents: [user()], ...functions("f", "g") });
  const reply = (await response.json()) as { candidates: [{ content: { parts: WirePart[] } }] };
  parts = reply.candidates[0].content.parts;
});

const goOn = (contents: readonly unknown[]) => send(server, { contents, ...functions("f", "g") });
const missing =
  "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:f` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.";

it("signs the first call of a reply, and no other", () => {
  expect(parts).toEqual([
    { functionCall: { name: "f", args: { city: "Oslo" } }, thoughtSignature: expect.stringMatching(/^[\w+/]{64}$/) },
    { functionCall: { name: "g", args: { city: "Oslo" } } },
  ]);
});

it("takes a signature back on the part that it came with", async () => {
  expect((await goOn([user(), model(...parts), answered])).status).toBe(200);
});

it("misses a signature that was dropped", async () => {
  const bare = parts.map(({ functionCall }) => ({ functionCall }));
  expect(await errorOf(await goOn([user(), model(...bare), answered]))).toEqual({
    code: 400,
    status: "INVALID_ARGUMENT",
    message: missing,
  });
});

it("misses none in the turns before the last question", async () => {
  const bare = parts.map(({ functionCall }) => ({ functionCall }));
  const contents = [user(), model(...bare), answered, model({ text: "Done." }), user()];
  expect((await goOn(contents)).status).toBe(200);
});

it("knows when a signature was changed, moved or made up", async () => {
  const [first, second] = parts as [WirePart, WirePart];
  const { thoughtSignature: signature = "", ...bare } = first;
  const broken: readonly (readonly unknown[])[] = [
    [{ ...first, thoughtSignature: signature.toLowerCase() }, second],
    [bare, { ...second, thoughtSignature: signature }],
    [{ ...first, functionCall: { name: "f", args: { city: "Rome" } } }, second],
    [{ text: "x", thoughtSignature: signature }, first, second],
    [{ ...bare, thoughtSignature: "skip_thought_signature_validator" }, second],
  ];
  for (const changed of broken)
    expect(await errorOf(await goOn([user(), model(...changed), answered]))).toMatchObject({
      code: 400,
      message: "Corrupted thought signature.",
    });
});

it("wants none of a call that it never made", async () => {
  expect((await goOn([user(), model(call("f"), call("g")), answered])).status).toBe(200);
});
