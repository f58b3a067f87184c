import {
  type Driver,
  isLLMError,
  type LLM,
  type LLMError,
  type LLMResponse,
  type Message,
  type ToolResult,
  type Turn,
  type TurnRequest,
} from "../contract/index.js";
import { overDriver, wrapLLM } from "../generation/index.js";
import { changed, replacing } from "./break-llm.js";
import type { Harm, Spoil } from "./mutant.js";

// Defects in a driver; what `createLLM` does around it stays right.

/** A driver of which some methods are others. */
export const badDriver =
  (defect: (driver: Driver, harm: Harm) => Parameters<typeof overDriver>[1]): Spoil<LLM> =>
  (llm, harm) =>
    wrapLLM(llm, (driver) => overDriver(driver, defect(driver, harm)));

/** Sends another request than the turn's. @param change also gets the number of the turn, from 1 */
export const badTurnRequest = (change: (request: TurnRequest, step: number) => TurnRequest): Spoil<LLM> =>
  badDriver((driver, harm) => {
    const spoil = (request: TurnRequest, step: number) => changed(request, () => change(request, step), harm);
    return {
      turn: async (request, context) => driver.turn(spoil(request, context.step), context),
      streamTurn: async (request, context) => streaming(driver)(spoil(request, context.step), context),
    };
  });

/** Sends other messages, below all validation. */
export const badMessages = (change: (message: Message) => Message): Spoil<LLM> =>
  badTurnRequest((request) => ({ ...request, messages: request.messages.map(change) }));

/** Sends other results than the tools gave. */
export const badResults = (change: (results: readonly ToolResult[]) => readonly ToolResult[]): Spoil<LLM> =>
  badMessages((message) => (message.role === "tool" ? { ...message, results: change(message.results) } : message));

/** Reads another turn than came. A stream of it brings the turn as one piece. */
export const badTurn = (change: (turn: Turn) => Turn): Spoil<LLM> =>
  badDriver((driver, harm) => ({
    turn: async (request, context) => changed(await driver.turn(request, context), change, harm),
    async streamTurn(request, context) {
      const events = await streaming(driver)(request, context);
      return (async function* () {
        for await (const event of events) {
          if (event.type !== "turn") continue;
          const turn = changed(event.turn, change, harm);
          yield { type: "text" as const, text: turn.text };
          yield { type: "turn" as const, turn };
        }
      })();
    },
  }));

/** What a driver's attempt rejects with becomes another error. */
export const badAttempt = (change: (error: LLMError) => LLMError): Spoil<LLM> =>
  badDriver((driver, harm) => ({
    turn: (request, context) =>
      driver.turn(request, context).catch((error: unknown) => {
        throw isLLMError(error) ? changed(error, change, harm) : error;
      }),
  }));

/** Another response of `generate()`, made of the turns that it took. */
export const badSummary =
  (change: (turns: readonly Turn[], response: LLMResponse) => object): Spoil<LLM> =>
  (llm, harm) => {
    let turns: Turn[] = [];
    const noting = badDriver((driver) => ({
      async turn(request, context) {
        const turn = await driver.turn(request, context);
        turns.push(turn);
        return turn;
      },
    }))(llm, harm);
    return replacing(noting, {
      async generate(...call: Parameters<LLM["generate"]>) {
        turns = [];
        const response = await noting.generate(...call);
        return changed<object>(response, () => ({ ...response, ...change(turns, response) }), harm);
      },
    });
  };

function streaming(driver: Driver): NonNullable<Driver["streamTurn"]> {
  return driver.streamTurn as NonNullable<Driver["streamTurn"]>;
}
