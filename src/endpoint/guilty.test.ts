import { expect, onTestFinished, test } from "vitest";
import type { TurnRequest } from "../contract/index.js";
import { judgeEndpoint } from "./judge.js";
import { type ObedientOptions, obedientModel } from "./testing/obedient-model.js";

/** The ids of what an endpoint fails or is warned of. */
async function blamed(model: ObedientOptions): Promise<readonly string[]> {
  const served = await obedientModel({ models: ["m"], ...model });
  onTestFinished(served.close);
  const target = { protocol: "openai", baseURL: served.baseURL, model: "m" } as const;
  const { report } = await judgeEndpoint(target, {
    ...{ profile: "default", repeat: 1, maxOutputTokens: 128, concurrency: 4, answerMs: 5_000 },
    signal: new AbortController().signal,
  });
  return report.verdicts.filter(({ status }) => status === "failed" || status === "warned").map(({ id }) => id);
}

const isTwice = ({ messages }: TurnRequest) => JSON.stringify(messages).includes("Rome");
const cities = (turn: TurnRequest) =>
  isTwice(turn)
    ? {
        toolCalls: ["Paris", "Rome"].map((city) => ({ id: `call_${city}`, name: "get_temperature", input: { city } })),
      }
    : undefined;

test("an endpoint that keeps to everything is blamed for nothing", async () => {
  expect(await blamed({ answer: cities })).toEqual([]);
});

test.each([
  ["calls without an id", ["TC-01"], "Wire/tool-calls-calls-without-an-id"],
  ["`stop` under calls", ["TERM-09"], "Wire/endings-calls-under-the-label-stop"],
  ["another's role", ["SHP-60"], "Wire/shape-role-of-another"],
  ["an id that changes", ["SHP-61"], "Wire/shape-id-that-changes"],
  ["a wrong index of the choice", ["SHP-62"], "Wire/shape-only-choice-is-not-the-first"],
  ["fragments of calls without an index", ["TC-03"], "Wire/tool-calls-fragments-without-an-index"],
  ["one index for all calls", ["TC-04"], "Wire/tool-calls-one-index-for-all-calls"],
  ["one id for two calls", ["TC-13"], "Wire/tool-calls-one-id-for-two-calls"],
  ["deltas that repeat what was", ["SHP-63"], "Wire/framing-deltas-that-repeat-what-was"],
  ["two finish reasons", ["TERM-60"], "Wire/endings-finish-reason-twice"],
  ["`include_usage` that is ignored", ["USE-60"], "Wire/usage-usage-asked-for-and-not-sent"],
  ["usage that does not add up", ["USE-61"], "Wire/usage-usage-that-does-not-add-up"],
  ["JSON in a fence", ["STR-05"], "Wire/structured-output-json-in-a-code-fence"],
  ["keys that the schema does not have", ["STR-60"], "Wire/structured-output-answer-that-breaks-its-schema"],
  ["another model", ["MOD-01"], "Wire/model-another-model-answers"],
  ["an error under 200", ["ERR-50"], "Wire/errors-an-error-under-a-200"],
  ["an error that is a text", ["ERR-07"], "Wire/errors-an-error-that-is-a-text"],
  ["streams that end in the text", ["TERM-50"], "Wire/endings-end-in-the-text"],
])("%s: told", async (_, quirks, id) => {
  expect(await blamed({ quirks, answer: cities })).toContain(id);
});

test("an error under 200 that is a text: told", async () => {
  const answer = () => Response.json({ error: "queue full" });
  expect(await blamed({ answer })).toContain("Wire/errors-an-error-under-a-200");
});

test("a model that there is not, and that answers: told", async () => {
  expect(await blamed({ answer: cities, models: ["m", "touchstone-other-model"] })).toEqual([
    "Wire/model-made-up-model-is-accepted",
  ]);
});
