import { expect, it } from "vitest";
import { fragments } from "./fragments.js";

it("cuts texts into pieces that join to exactly the text, never within a surrogate pair", () => {
  const text = "  née\n\n👩‍🚀 漢字 🎉🎉🎉🎉🎉 end ";
  const pieces = [...fragments(text)];
  expect(pieces.join("")).toBe(text);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every((piece) => piece.isWellFormed() && piece !== "")).toBe(true);
  expect([...fragments("")]).toEqual([]);
  expect([...fragments("x".repeat(1_000_000))].length).toBeLessThanOrEqual(256);
});
