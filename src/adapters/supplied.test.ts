import { expect, test } from "vitest";
import type { Driver, Turn } from "../contract/index.js";
import { createLLM } from "../generation/index.js";
import { memoryDriver } from "../memory/memory-driver.js";
import { memoryStage } from "../stages/index.js";
import { runLLMCases } from "../suite/index.js";
import { isSupplied } from "../suite/supplied.js";

// What is listed as supplied must hold whatever the model leaves out. The list itself is judged by hand: a check that such a
// model passes may still be a model's merit, as that a request arrives whole is, which in memory nothing can spoil.

/** A model that says words and calls, and ends when it is told to; of all else that a turn has it gives nothing. */
function careless(driver: Driver): Driver {
  const { countTokens: _, turn, streamTurn, ...rest } = driver;
  const poorer = ({ text, toolCalls, finishReason }: Turn): Turn => ({
    text,
    ...(toolCalls && { toolCalls: toolCalls.map(({ id: _, ...call }) => call) }),
    ...(finishReason && { finishReason }),
  });
  return {
    ...rest,
    adapts: "careless",
    capabilities: { ...driver.capabilities, tokenCounting: false },
    turn: async (request, context) => poorer(await turn(request, context)),
    ...(streamTurn && {
      async streamTurn(request, context) {
        const events = await streamTurn(request, context);
        return (async function* () {
          for await (const event of events) {
            if (event.type === "turn") yield { type: "turn" as const, turn: poorer(event.turn) };
            else if (event.type === "text") yield event;
          }
        })();
      },
    }),
  };
}

test("what an adapter's frame supplies holds for a model that does nothing for it", { timeout: 120_000 }, async () => {
  const { verdicts } = await runLLMCases(
    ({ script: replies, maxRetries }) =>
      createLLM(careless(memoryDriver({ replies, model: "memory", capabilities: {} })), { maxRetries }),
    { stage: memoryStage() },
  );
  const failed = verdicts.filter(({ status }) => status === "failed");
  const slugOf = (id: string) => id.split("/")[1] ?? "";
  expect(failed.filter((verdict) => isSupplied(verdict.case, slugOf(verdict.id))).map(({ id }) => id)).toEqual([]);
  expect(verdicts.filter(({ by }) => by === "adapter").length).toBeGreaterThan(150);
  // It is careless: what it does not give, it is not credited with.
  expect(failed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "Generate/usage-is-as-reported",
      "Generate/model-is-named",
      "CapabilitiesAreHonest/sources",
      "ResponseIsWhole/reasoning-comes-back",
      "FinishReasonIsWhatHappened/raw-label-is-kept",
      "ToolResultsAreTold/ids-are-kept",
    ]),
  );
});
