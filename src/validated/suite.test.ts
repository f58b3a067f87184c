import { readFile } from "node:fs/promises";
import { type LLM, memoryLLM, overDriver, type TurnEvent, wrapLLM } from "touchstone";
import { google, openAICompatible } from "touchstone/drivers";
import { googleStage, memoryStage, openaiStage } from "touchstone/stages";
import { type SuiteRun, startLLMSuite } from "touchstone/suite";
import { expect, test } from "vitest";
import { OutputValidationError } from "./output-validation-error.js";
import { incompleteArguments, refusedAnswers, refusedOnGoogle, refusedOnOpenAI } from "./testing/refused-answers.js";
import { validated } from "./validated.js";

/** What the validated model rejected with, and the loop therefore. */
const rejected: unknown[] = [];

function watched(llm: LLM): LLM {
  const note = (error: unknown): never => {
    rejected.push(error);
    throw error;
  };
  async function* noted(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    try {
      yield* events;
    } catch (error) {
      note(error);
    }
  }
  return wrapLLM(wrapLLM(llm, validated()), (driver) =>
    overDriver(driver, {
      turn: (request, context) => driver.turn(request, context).catch(note),
      streamTurn: async (request, context) =>
        noted(await (driver.streamTurn as NonNullable<typeof driver.streamTurn>)(request, context).catch(note)),
    }),
  );
}

const runs: Readonly<Record<string, readonly [run: () => SuiteRun<LLM>, refused: object]>> = {
  memory: [
    () => startLLMSuite(({ script }) => watched(memoryLLM(...script)), { stage: memoryStage() }),
    { ...refusedAnswers, ...incompleteArguments },
  ],
  "openai-compatible": [
    () => startLLMSuite((stage) => watched(openAICompatible({ ...stage, preset: "openai" })), { stage: openaiStage() }),
    { ...refusedAnswers, ...incompleteArguments, ...refusedOnOpenAI },
  ],
  google: [
    () => startLLMSuite((stage) => watched(google({ ...stage })), { stage: googleStage() }),
    { ...refusedAnswers, ...refusedOnGoogle },
  ],
};

test.each(Object.entries(runs))(
  "the suite holds for %s under validation, but for the answers that are malformed",
  async (_, [start, refused]) => {
    const run = start();
    const found: Record<string, string> = {};
    for (const suiteCase of run.cases) {
      rejected.length = 0;
      const verdicts = await run.play(suiteCase);
      for (const { id, status, reason = "" } of verdicts) {
        if (status !== "failed" && status !== "warned") continue;
        const kind = /the answer was refused \((\w+)\)/.exec(reason)?.[1];
        found[id] = kind ?? reason;
        const errors = rejected.filter((error) => error instanceof OutputValidationError);
        expect(
          errors.map((error) => error.kind),
          id,
        ).toContain(kind);
      }
    }
    expect(found).toEqual(refused);
  },
);

test.each(Object.entries({ ...refusedAnswers, ...incompleteArguments, ...refusedOnOpenAI, ...refusedOnGoogle }))(
  "the page says of %s that it is refused as %s",
  async (id, kind) => {
    const page = await readFile(new URL("../../docs/validate-answers.md", import.meta.url), "utf8");
    const row = page.split("\n").find((line) => line.startsWith("| ") && line.includes(`\`${id}\``));
    expect(row).toContain(`| \`${kind}\` |`);
  },
);
