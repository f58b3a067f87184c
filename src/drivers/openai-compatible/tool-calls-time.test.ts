import { expect, test } from "vitest";
import { anyone, callDelta, delta } from "../testing/read-wire.js";
import { createAnswer } from "./answer.js";

/**
 * How much of the processor an answer takes to put chunks together, in milliseconds; the best of five. Other work on the
 * machine makes a clock on the wall run faster, and this one hardly.
 */
function timeOf(chunks: readonly object[], calls: number): number {
  const times = Array.from({ length: 5 }, () => {
    const answer = createAnswer(anyone);
    const before = process.cpuUsage();
    for (const chunk of chunks) answer.take(chunk, []);
    const ending = answer.end(true);
    const { user, system } = process.cpuUsage(before);
    const time = (user + system) / 1000;
    const last = ending.at(-1);
    expect(last?.type === "turn" && last.turn.toolCalls?.length).toBe(calls);
    return time;
  });
  return Math.min(...times);
}

/** Below this a time says nothing: the garbage of the longer run alone takes as much. Squares take minutes. */
const floor = 8;

/** One call whose arguments come in pieces of 16 bytes. @param more what each piece has beside them */
function fragments(kilobytes: number, more: object): object[] {
  const text = JSON.stringify({ text: "x".repeat(kilobytes * 1024) });
  const pieces = text.match(/.{1,16}/g) ?? [];
  const first = callDelta({ index: 0, id: "c1", function: { name: "f", arguments: "" } });
  return [first, ...pieces.map((piece) => callDelta({ index: 0, function: { ...more, arguments: piece } }))];
}

function manyCalls(count: number): object[] {
  return Array.from({ length: count }, (_, i) => [
    callDelta({ index: i, id: `c${i}`, function: { name: "f", arguments: '{"q"' } }),
    callDelta({ index: i, function: { arguments: `:${i}}` } }),
  ]).flat();
}

test.each([
  ["plain", {}],
  ["with the name repeated", { name: "f" }],
])("arguments in pieces, %s, take time that grows with their bytes", (_, more) => {
  timeOf(fragments(64, more), 1);
  // Sixteen times the bytes; their square would be 256 times the time.
  expect(timeOf(fragments(1024, more), 1)).toBeLessThan(64 * Math.max(timeOf(fragments(64, more), 1), floor));
});

test("white space behind complete arguments takes no more", () => {
  const padded = (kilobytes: number) => [
    callDelta({
      index: 0,
      id: "c1",
      function: { name: "f", arguments: JSON.stringify({ text: "x".repeat(64 * 1024) }) },
    }),
    ...Array.from({ length: kilobytes * 64 }, () =>
      callDelta({ index: 0, function: { name: "f", arguments: " ".repeat(16) } }),
    ),
  ];
  timeOf(padded(8), 1);
  expect(timeOf(padded(128), 1)).toBeLessThan(64 * Math.max(timeOf(padded(8), 1), floor));
});

test("many calls take time that grows with their number", () => {
  timeOf(manyCalls(500), 500);
  expect(timeOf(manyCalls(8000), 8000)).toBeLessThan(64 * Math.max(timeOf(manyCalls(500), 500), floor));
});

test("many calls that a last message repeats take no longer", () => {
  const repeated = (count: number) => {
    const tool_calls = Array.from({ length: count }, (_, i) => ({
      id: `c${i}`,
      function: { name: "f", arguments: "{}" },
    }));
    return [delta({ tool_calls }), { choices: [{ index: 0, message: { tool_calls } }] }];
  };
  timeOf(repeated(1000), 1000);
  expect(timeOf(repeated(16_000), 16_000)).toBeLessThan(64 * Math.max(timeOf(repeated(1000), 1000), floor));
});
