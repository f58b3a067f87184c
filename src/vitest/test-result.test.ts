import { expect, test } from "vitest";
import type { Verdict } from "../suite/index.js";
import { toTestResult } from "./test-result.js";

const verdict = (more: Partial<Verdict>): Verdict => ({
  id: "Stream/no-empty-delta",
  case: "Stream",
  check: "no-empty-delta",
  status: "failed",
  reason: "event 1 of 5 is an empty delta",
  about: { level: "must", clause: "No delta is empty.", why: "Spinners stop.", fix: "Skip it." },
  ...more,
});

test("only passed passes", () => {
  const { reason: _, ...passed } = verdict({ status: "passed" });
  expect(toTestResult(passed)).toEqual({ kind: "pass" });
});

test("a failure tells what was seen, the rule, why it matters and what to do", () => {
  expect(toTestResult(verdict({}))).toEqual({
    kind: "fail",
    message:
      "Stream/no-empty-delta: event 1 of 5 is an empty delta\nrule: No delta is empty.\nwhy it matters: Spinners stop.\nfix: Skip it.",
  });
});

test("and the request that was sent last, with its reply, where there was one", () => {
  expect(toTestResult(verdict({ sent: 'POST /v1/chat/completions {"model":"m"}', replied: '"Hi."' }))).toMatchObject({
    message: expect.stringMatching(
      /\nfix: Skip it\.\nsent: POST \/v1\/chat\/completions \{"model":"m"\}\nreply: "Hi\."$/,
    ),
  });
});

test.each(["unclaimed", "not-run", "warned"] as const)("%s is a skip with its reason", (status) => {
  expect(toTestResult(verdict({ status, reason: "because" }))).toEqual({ kind: "skip", note: `${status}: because` });
});

test("a known failure is a skip with both reasons", () => {
  const known = { reason: "see the report", stale: false };
  expect(toTestResult(verdict({ known }))).toEqual({
    kind: "skip",
    note: "known failure (see the report): event 1 of 5 is an empty delta",
  });
});

test.each(["blocked", "harness-error"] as const)("%s fails, without advice that is not to the point", (status) => {
  expect(toTestResult(verdict({ status, reason: "no key" }))).toEqual({
    kind: "fail",
    message: `Stream/no-empty-delta: ${status}: no key`,
  });
});

test("a stale entry fails", () => {
  const stale = verdict({ reason: "it passes: remove the entry", known: { reason: "old", stale: true } });
  expect(toTestResult(stale)).toMatchObject({ kind: "fail", message: expect.stringContaining("remove the entry") });
});
