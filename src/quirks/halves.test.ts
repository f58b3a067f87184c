import { expect, it } from "vitest";
import { withinCharacter } from "./halves.js";

it("finds the middle of the first character that has two halves", () => {
  expect(withinCharacter("a👋b🎉")).toBe(2);
  expect(withinCharacter("👋".slice(0, 1))).toBe(0);
  expect(withinCharacter("Ça va? 你好")).toBe(0);
});
