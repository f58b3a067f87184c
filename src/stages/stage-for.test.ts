import { expect, test } from "vitest";
import { stageFor } from "./index.js";

test.each(["memory", "openai", "google", "live"] as const)("%s has its stage", (name) => {
  expect(stageFor(name)).toMatchObject({ name, powers: expect.arrayContaining(["traffic"]) });
});

test.each(["gopher", "toString"])("%s has none, and there are four", (name) => {
  expect(() => stageFor(name as "live")).toThrow(`there is no stage "${name}"; there are memory, openai, google, live`);
});
