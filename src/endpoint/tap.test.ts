import { describe, expect, test } from "vitest";
import { judgeWire } from "./judge-wire.js";
import { createTap, type TapOptions } from "./tap.js";

const encode = (text: string) => new TextEncoder().encode(text);
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", ...fields })}\n\n`;
const said = (content: string) =>
  chunk({ choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] });
const end = `${chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`;

/** A tap on an endpoint that streams these reads, and what reads them to their end. */
function tapOn(reads: readonly string[], options: Partial<TapOptions> = {}) {
  const tap = createTap({
    ...{ protocol: "openai", maxRequests: 1, concurrency: 1 },
    async send() {
      const left = [...reads];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = left.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(encode(next));
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    ...options,
  });
  const open = () =>
    tap.open().fetch("http://127.0.0.1:9/v1/chat/completions", {
      ...{ method: "POST", headers: {}, redirect: "manual" },
      body: JSON.stringify({ model: "m", stream: true, messages: [] }),
      signal: new AbortController().signal,
    });
  return { tap, open };
}

async function readAll(response: Awaited<ReturnType<ReturnType<typeof tapOn>["open"]>>) {
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done);
}

describe("a long answer", () => {
  const pieces = Array.from({ length: 50 }, (_, i) => said(`the piece of number ${i} `));
  /** What the clock shows when the request is sent, and at each read. */
  const judgedAt = async (...times: readonly number[]) => {
    const left = [...times];
    const { tap, open } = tapOn([...pieces, end], { now: () => left.shift() ?? times.at(-1) ?? 0 });
    await readAll(await open());
    return judgeWire({ protocol: "openai", model: "m" }, tap.exchanges, []).find(
      ({ id }) => id === "Wire/framing-stream-that-comes-all-at-once",
    );
  };
  const at = (first: number, step: number) => [1_000, ...pieces.map((_, i) => 1_000 + first + i * step)];

  test("that is held back until it is complete is told, with its figures", async () => {
    expect(await judgedAt(...at(4_000, 0.1))).toMatchObject({
      status: "warned",
      reason: expect.stringMatching(
        /no text came for 4000 ms, and then all \d{4} characters of it, in 52 events, within 5 ms/,
      ),
    });
  });

  test("that comes as it is written is not, nor one that is quick", async () => {
    expect(await judgedAt(...at(1_500, 30))).toMatchObject({ status: "passed" });
    expect(await judgedAt(...at(3, 0.01))).toMatchObject({ status: "passed" });
  });
});

test("what our side leaves is not whole, and is told of as left", async () => {
  const { tap, open } = tapOn([said("Hello"), said(" there"), end]);
  const reader = (await open()).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await tap.settled();
  expect(tap.exchanges).toMatchObject([{ whole: false, reply: { ending: "cut" } }]);
});

test("what our side leaves behind [DONE] is whole once its body ends", async () => {
  const { tap, open } = tapOn([said("Hello") + end]);
  const reader = (await open()).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await tap.settled();
  expect(tap.exchanges).toMatchObject([{ whole: true, reply: { ending: "complete" } }]);
});
