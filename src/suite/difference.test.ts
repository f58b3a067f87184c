import { describe, expect, test } from "vitest";
import { describeDifference } from "./difference.js";

const long = "All work and no play. ".repeat(20);

describe("two values that differ", () => {
  test("are told whole where they are short", () => {
    expect(describeDifference({ a: 1 }, { a: 2 }, "the usage")).toBe("the usage is { a: 1 }; expected { a: 2 }");
    expect(describeDifference("x", undefined, "`text`")).toBe("`text` is 'x'; expected undefined");
  });

  test("are told by the first place at which they differ where they are long", () => {
    const response = (output: string) => ({ text: long, toolCalls: [{ id: "a", output }] });
    expect(describeDifference(response("21"), response("8"), "`response()`")).toBe(
      "`response()` differs at `toolCalls`: it is [ { id: 'a', output: '21' } ]; expected [ { id: 'a', output: '8' } ]",
    );
    expect(describeDifference({ calls: [{ text: `${long}a` }] }, { calls: [{ text: `${long}b` }] }, "it")).toBe(
      'it differs at `calls[0].text`: it has "a" from character 440 on; expected "b"',
    );
    expect(describeDifference({ text: long }, { text: long, sources: [] }, "it")).toBe(
      "it differs at `sources`: it is undefined; expected []",
    );
  });

  test("are told by the first character where they are long texts, or look alike", () => {
    expect(describeDifference(`${long}a`, `${long}b`, "`text`")).toBe(
      '`text` has "a" from character 440 on; expected "b"',
    );
    expect(describeDifference("a  b", "a b", "`text`")).toBe('`text` has " b" from character 2 on; expected "b"');
    expect(describeDifference("e\u0301", "\u00e9", "`text`")).toBe(
      '`text` has "e\\u{301}" from character 0 on; expected "\\u{e9}"',
    );
    expect(describeDifference(long, long.slice(0, 400), "`text`")).toMatch(/from character 400 on; expected nothing$/);
  });
});
