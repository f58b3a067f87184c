import { expect, test } from "vitest";
import { createGrowingText } from "./growing-text.js";

test("is its pieces in their order, whenever it is looked at", () => {
  const growing = createGrowingText();
  expect(growing.text()).toBe("");
  let joined = "";
  for (let i = 0; i < 5000; i++) {
    growing.add(`${i} `);
    joined += `${i} `;
    if (i % 700 === 0) expect(growing.text()).toBe(joined);
  }
  expect(growing.text()).toBe(joined);
  expect(growing.text()).toBe(joined);
});
