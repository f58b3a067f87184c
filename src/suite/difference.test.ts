import { describe, expect, test } from "vitest";
import { describeDifference } from "./difference.js";

const long = "All work and no play. ".repeat(20);

describe("two values that differ", () => {
  test("are told whole where they are short", () => {
    expect(describeDifference({ a: 1 }, { a: 2 }, "the usage")).toBe("the usage: expected { a: 2 }, got { a: 1 }");
    expect(describeDifference("x", undefined, "`text`")).toBe("`text`: expected undefined, got 'x'");
  });

  test("are told by the first place at which they differ where they are long", () => {
    const response = (output: string) => ({ text: long, toolCalls: [{ id: "a", output }] });
    expect(describeDifference(response("21"), response("8"), "`response()`")).toBe(
      "`response()`, at `toolCalls`: expected [ { id: 'a', output: '8' } ], got [ { id: 'a', output: '21' } ]",
    );
    expect(describeDifference({ calls: [{ text: `${long}a` }] }, { calls: [{ text: `${long}b` }] }, "it")).toBe(
      'it, at `calls[0].text`, from character 440 on: expected "b", got "a"',
    );
    expect(describeDifference({ text: long }, { text: long, sources: [] }, "it")).toBe(
      "it, at `sources`: expected [], got nothing",
    );
  });

  test("are told by the first character where they are long texts, or look alike", () => {
    expect(describeDifference(`${long}a`, `${long}b`, "`text`")).toBe(
      '`text`, from character 440 on: expected "b", got "a"',
    );
    expect(describeDifference(`${long}👩🏽`, `${long}👩🏾`, "`text`")).toBe(
      '`text`, from character 442 on: expected "\\u{1f3fe}", got "\\u{1f3fd}"',
    );
    expect(describeDifference(long, long.slice(0, 400), "`text`")).toMatch(
      /from character 400 on: expected the end, after 400 characters, got ".*"…$/,
    );
  });

  test("tell by its code points what cannot be seen", () => {
    expect(describeDifference("a  b", "a b", "`text`")).toBe("`text`: expected 'a b', got 'a\\u{20}\\u{20}b'");
    expect(describeDifference("e\u0301", "\u00e9", "`text`")).toBe("`text`: expected 'é', got 'e\\u{301}'");
    expect(describeDifference("a", "\ufeffa", "`text`")).toBe("`text`: expected '\\u{feff}a', got 'a'");
  });

  test("are told by a field where they are responses, and by its place where a list is too long", () => {
    const response = { text: "Hi.", finishReason: "stop", messages: [] };
    expect(describeDifference(response, { ...response, finishReason: "length" }, "`response()`")).toBe(
      "`response()`, at `finishReason`: expected 'length', got 'stop'",
    );
    expect(describeDifference([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7], "it")).toBe(
      "it, at `[7]`: expected nothing, got 8",
    );
  });
});
