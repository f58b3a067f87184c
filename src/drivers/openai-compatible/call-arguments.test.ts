import { describe, expect, test } from "vitest";
import type { TurnEvent } from "../../contract/index.js";
import { anyone, callDelta, delta } from "../testing/read-wire.js";
import { createAnswer } from "./answer.js";

const f = { index: 0, id: "c1", type: "function" };

describe("arguments", () => {
  test.each([
    ["an object", `${'{"a":'.repeat(600)}1${"}".repeat(600)}`],
    ["a list", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["twice serialised", JSON.stringify(`${"[".repeat(600)}${"]".repeat(600)}`)],
  ])("nested too deeply are marked: %s", (_, args) => {
    const answer = createAnswer(anyone);
    const events: TurnEvent[] = [];
    answer.take(callDelta({ ...f, function: { name: "f", arguments: args } }), events);
    expect(events).toEqual([]);
    expect(answer.end(true)).toMatchObject([{ turn: { toolCalls: [{ input: {}, invalidInput: args }] } }]);
  });

  test("nested as an object too deeply to be told as text are marked", () => {
    const answer = createAnswer(anyone);
    const args = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const call = { ...f, function: { name: "f", arguments: args } };
    const events: TurnEvent[] = [];
    answer.take(delta({ tool_calls: [call] }, "tool_calls"), events);
    expect(events).toEqual([]);
    expect(answer.end(true)).toMatchObject([
      { turn: { toolCalls: [{ input: {}, invalidInput: expect.any(String) }] } },
    ]);
  });
});
