import { describe, expect, it } from "vitest";
import { bytesOf, type WireExchange } from "./exchange.js";
import { growing, heldBack, isCumulative } from "./pace.js";

describe("deltas that repeat what was", () => {
  it("are told from an answer that repeats itself", () => {
    expect(isCumulative(growing("The sky is blue by day."))).toBe(true);
    expect(isCumulative(["ha", "haha", "hahaha", "hahahaha", "hahahahaha"])).toBe(false);
    expect(isCumulative(["The", "The sky", "The sky is blue by day."])).toBe(false);
    expect(isCumulative(["The", "The sky", "The sky is", "The sky", "The sky is blue"])).toBe(false);
    expect(isCumulative([])).toBe(false);
  });
});

describe("a stream that comes all at once", () => {
  const stream = (times: readonly number[] | undefined, length: number): WireExchange => ({
    protocol: "openai",
    request: { kind: "stream", method: "POST", path: "/", headers: {}, body: "{}" },
    reply: {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      reads: [": wait", "a".repeat(length), "b"].map(bytesOf),
      ...(times && { times }),
      ending: "complete",
    },
  });
  const letters = ({ reply }: WireExchange) =>
    reply.reads.filter((read) => read[0] !== 58).reduce((sum, read) => sum + read.length, 0);

  it.each([
    ["late and at once", [10, 4000, 4005], 2000, true],
    ["late, and then as it is written", [10, 4000, 5000], 2000, false],
    ["late, over a network that takes its time", [10, 4000, 4079], 2000, true],
    ["soon", [10, 300, 305], 2000, false],
    ["in a few milliseconds", [1, 2, 3], 2000, false],
    ["short", [10, 4000, 4005], 200, false],
    ["of unknown times", undefined, 2000, false],
  ] as const)("is one that comes %s: %o", (_, times, length, expected) => {
    expect(heldBack(stream(times, length), letters) !== undefined).toBe(expected);
  });

  it("is told with its figures", () => {
    expect(heldBack(stream([10, 4000, 4005], 2000), letters)).toBe(
      "no text came for 4000 ms, and then all 2001 characters of it, in 0 events, within 5 ms",
    );
  });
});
