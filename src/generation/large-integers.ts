import type { Driver, TurnRequest } from "../contract/index.js";
import { parseExactly } from "./exact-json.js";

/**
 * Under this symbol a driver says that it can give integers beyond 2^53 − 1 as `bigint`s, exact, and write them as their
 * digits (`"able"`), or that it does (`"on"`: a wrapper has asked for them, and they may go in and come out). On a request it
 * asks for them; whoever changes a request keeps it by copying it with a spread.
 */
export const largeIntegers: unique symbol = Symbol("touchstone.largeIntegers");

type Asking = { readonly [largeIntegers]?: true };
type Saying = { readonly [largeIntegers]?: "able" | "on" };

/** What a driver says of it. */
export const saidOfLarge = (driver: Driver): "able" | "on" | undefined => (driver as Driver & Saying)[largeIntegers];

/** The driver's word, for an object that stands for a driver. */
export const sayingOfLarge = (said: "able" | "on" | undefined): object => (said ? { [largeIntegers]: said } : {});

/** The same request, asking for exact integers. */
export const askingForLarge = (request: TurnRequest): TurnRequest =>
  ({ ...request, [largeIntegers]: true }) as TurnRequest;

/** How the JSON of an answer is to be parsed, where the request wants it otherwise than `JSON.parse` does. */
export function parserFor(request: TurnRequest): ((text: string) => unknown) | undefined {
  return (request as TurnRequest & Asking)[largeIntegers] ? parseExactly : undefined;
}
