import { readFileSync, writeFileSync } from "node:fs";
import { countsAgainst } from "touchstone/suite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subjects } from "./index.js";
import { type Judged, renderScoreboard } from "./scoreboard.js";
import { judge } from "./subject.js";

/** Promises that a subject rejects and nobody holds; they would end the process of whoever uses it. */
const stray: unknown[] = [];
const collect = (reason: unknown) => void stray.push(reason);
let listeners: NodeJS.UnhandledRejectionListener[] = [];

beforeAll(() => {
  listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", collect);
});
afterAll(() => {
  process.off("unhandledRejection", collect);
  for (const listener of listeners) process.on("unhandledRejection", listener);
});

const judged: Judged[] = [];

describe.each(subjects.map((subject) => [`${subject.name}, ${subject.kind}`, subject] as const))("%s", (_, subject) => {
  test("fails what is listed, and nothing else", { timeout: 300_000 }, async () => {
    stray.length = 0;
    const report = await judge(subject);
    judged.push({ subject, report });
    const against = report.verdicts.filter(countsAgainst);
    expect(against.map(({ id, status, reason }) => `${status} ${id}: ${reason}`)).toEqual([]);
    expect(report.judged).toBeGreaterThan(50);
    // The findings of that one say so.
    if (subject.name !== "@langchain/google-genai") expect(stray).toEqual([]);
  });
});

test("the scoreboard says what was seen; `npm run scoreboard` writes it anew", () => {
  const page = new URL("../docs/scoreboard.md", import.meta.url);
  const current = renderScoreboard(judged);
  if (process.env.UPDATE_SCOREBOARD) writeFileSync(page, current);
  expect(readFileSync(page, "utf8")).toBe(current);
});
