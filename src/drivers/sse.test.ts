import { describe, expect, test } from "vitest";
import { createSSEDecoder, type SSEEvent, sniff } from "./sse.js";
import { bytesOf, everySplit } from "./testing/splits.js";

function decode(chunks: readonly Uint8Array[]): SSEEvent[] {
  const decoder = createSSEDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

/** Decodes, cut at every byte. `unterminated` may differ: a cut does not, an end does. */
function decodeAnyhow(wire: string | Uint8Array): SSEEvent[] {
  const bytes = typeof wire === "string" ? bytesOf(wire) : wire;
  const whole = decode([bytes]);
  for (const chunks of everySplit(bytes)) expect(decode(chunks)).toEqual(whole);
  return whole;
}

const data = (wire: string | Uint8Array) => decodeAnyhow(wire).map((event) => event.data);

describe("the SSE decoder, cut at every byte", () => {
  test.each([
    ["LF", "data: a\n\ndata: b\n\n"],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["CR", "data: a\r\rdata: b\r\r"],
    ["no space after the colon", "data:a\n\ndata:b\n\n"],
    ["comments anywhere", ": hello\n\n:\n\ndata: a\n: in between\n\n:\n\ndata: b\n\n: bye\n\n"],
    ["other fields", "id: 1\nretry: 100\ndata: a\n\nevent: x\ndata: b\n\n"],
    ["a byte-order mark in front", "\uFEFFdata: a\n\ndata: b\n\n"],
    ["blank lines in front", "\n\n\r\ndata: a\n\n\n\ndata: b\n\n"],
  ])("understands %s", (_, wire) => {
    expect(data(wire)).toEqual(["a", "b"]);
  });

  test("keeps every space but one, and joins the lines of an event", () => {
    expect(data("data:  two\ndata: lines \n\n")).toEqual([" two\nlines "]);
  });

  test("keeps characters whole", () => {
    expect(data("data: caf\u00e9 \u{1F600} \u4e2d\u6587\n\n")).toEqual(["caf\u00e9 \u{1F600} \u4e2d\u6587"]);
  });

  test("keeps a byte-order mark that is not in front", () => {
    expect(data("data: \uFEFFa\n\n")).toEqual(["\uFEFFa"]);
  });

  test.each([
    "data: a\n\ndata: last",
    "data: a\n\ndata: last\n",
    "data: a\n\ndata: last\r",
    "data: a\n\ndata: last\r\n",
  ])("keeps an event that the end leaves unterminated: %j", (wire) => {
    expect(decodeAnyhow(wire)).toEqual([{ data: "a" }, { data: "last", unterminated: true }]);
  });

  test("keeps an event that ends in bare carriage returns", () => {
    expect(data("data: last\r\r")).toEqual(["last"]);
  });

  test("tells the name of an event", () => {
    expect(decodeAnyhow("event: error\ndata: {}\n\n")).toEqual([{ event: "error", data: "{}" }]);
  });

  test("takes an object without framing as an event", () => {
    expect(data('data: a\n\n{"error":{"message":"overloaded"}}\n')).toEqual([
      "a",
      '{"error":{"message":"overloaded"}}',
    ]);
  });

  test("takes an object without framing that stands on several lines as one event", () => {
    const object = { error: { code: 503, details: [{ reason: "overloaded" }] } };
    const [first, second] = data(`data: a\n\n${JSON.stringify(object, null, 2)}\n`);
    expect([first, JSON.parse(second ?? "")]).toEqual(["a", object]);
  });

  test("takes time that grows with the bytes, not with their square", () => {
    const time = (megabytes: number) => {
      const bytes = bytesOf(`data: "${"x".repeat(megabytes * 1024 * 1024)}"\n\n`);
      const decoder = createSSEDecoder();
      const before = performance.now();
      let events = 0;
      for (let at = 0; at < bytes.length; at += 1024) events += decoder.push(bytes.subarray(at, at + 1024)).length;
      expect(events).toBe(1);
      return performance.now() - before;
    };
    time(1);
    expect(time(8)).toBeLessThan(20 * Math.max(time(2), 5));
  });
});

test.each([
  ['{"a":1}', "json"],
  ["  \n[1]", "json"],
  ["data: x", "sse"],
  [": ping", "sse"],
  ["<!doctype html>", "markup"],
  [" \n\r\t", undefined],
])("sniff tells %j", (text, kind) => {
  expect(sniff(text)).toBe(kind);
});
