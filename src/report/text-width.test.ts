import { describe, expect, it } from "vitest";
import { fitted, padded, widthOf, wrapped } from "./text-width.js";

describe("the width of a text", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["✓✗○·■☠~!", 8],
    ["日本語", 6],
    ["ｆｕｌｌ", 8],
    ["한글", 4],
    ["🎉", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["☠️", 2],
    ["e\u0301", 1],
    ["\u200b\u2060", 0],
    ["שלום", 4],
  ])("of %j is %d columns", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it("is what it is padded and fitted to", () => {
    expect(padded("日本", 6)).toBe("日本  ");
    expect(padded("abc", 2)).toBe("abc");
    expect(fitted("日本語", 6)).toBe("日本語");
    expect(fitted("日本語", 5)).toBe("日本…");
    expect(fitted("日本語", 4)).toBe("日…");
    expect(fitted("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…");
    expect(fitted("abc", 0)).toBe("");
  });
});

describe("wrapping", () => {
  it.each<[string, number, number, readonly string[]]>([
    ["a line that fits", 20, 2, ["a line that fits"]],
    ["one two three four", 9, 2, ["one two", "  three", "  four"]],
    ["abcdefghij", 4, 0, ["abcd", "efgh", "ij"]],
    ["a bcdefghij k", 5, 1, ["a", " bcde", " fghi", " j k"]],
    ["日本語 日本語", 7, 0, ["日本語", "日本語"]],
    ["日本語", 4, 0, ["日本", "語"]],
    ["one two", Infinity, 2, ["one two"]],
    ["abc", 1, 0, ["ab", "c"]],
  ])("of %j to %d columns", (text, width, hanging, lines) => {
    expect(wrapped(text, width, hanging)).toEqual(lines);
  });
});
