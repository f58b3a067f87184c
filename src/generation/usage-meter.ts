import type { Driver, TurnEvent, Usage } from "../contract/index.js";
import { cleanUsage } from "./usage.js";
import { type DriverWrapper, overDriver } from "./wrap-llm.js";

/** What a meter has counted so far. */
export interface MeteredUsage {
  /** Turns that the provider answered. */
  readonly turns: number;
  /** Those of them that reported no usage, were left before they did, or are still under way. */
  readonly unmetered: number;
  /** The sums of what was reported. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
}

/** A wrapper that counts the tokens of every turn that goes through it. Put it around as many LLMs as you like. */
export interface UsageMeter extends DriverWrapper {
  total(): MeteredUsage;
}

export function usageMeter(): UsageMeter {
  const total = { turns: 0, unmetered: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };
  // Counted when it was answered: whoever leaves a stream early does not come back to tell.
  const answered = () => {
    total.turns += 1;
    total.unmetered += 1;
  };
  const reported = (usage: Usage) => {
    if (usage.inputTokens !== undefined || usage.outputTokens !== undefined) total.unmetered -= 1;
    for (const [field, tokens] of Object.entries(usage) as [keyof Usage, number][]) total[field] += tokens;
  };

  const meter = (driver: Driver): Driver =>
    overDriver(driver, {
      async turn(request, context) {
        const turn = await driver.turn(request, context);
        answered();
        reported(cleanUsage(turn.usage));
        return turn;
      },
      ...(driver.streamTurn && {
        async streamTurn(request, context) {
          const events = await (driver.streamTurn as NonNullable<Driver["streamTurn"]>)(request, context);
          answered();
          return metered(events, reported);
        },
      }),
    });
  return Object.assign(meter, { total: () => ({ ...total }) });
}

async function* metered(events: AsyncIterable<TurnEvent>, reported: (usage: Usage) => void): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    if (event.type === "turn") reported(cleanUsage(event.turn.usage));
    yield event;
  }
}
