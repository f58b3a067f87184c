import { argumentsOfAnyText } from "./arguments-of-any-text.js";
import type { BesideCheck } from "./beside-check.js";
import { contentOfToolTurns } from "./content-of-tool-turns.js";
import { cutsMakeNoDifference } from "./cuts-make-no-difference.js";
import { habitsTogether } from "./habits-together.js";
import { workIsLinear } from "./work-is-linear.js";

const framing: readonly BesideCheck[] = [cutsMakeNoDifference, workIsLinear];

/** The checks that stand beside those of the quirks, by the name of the case. */
export const beside: Readonly<Record<string, readonly BesideCheck[]>> = {
  OpenAIFraming: framing,
  GoogleFraming: framing,
  OpenAIToolCalls: [contentOfToolTurns, argumentsOfAnyText, habitsTogether],
};
