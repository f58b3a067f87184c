import { wireQuirks } from "../../../quirks/index.js";
import { must } from "../../case.js";
import type { BesideCheck } from "./beside-check.js";
import { type Scene, scenes } from "./scenes.js";
import { survive } from "./survive.js";

/** Calls in fragments of a character, whole, and in turns: none of which is a habit of its own to stumble over. */
const cuts = ["TC-16", "TC-57", "TC-58"];

/** What looks like the end of the arguments, or like their beginning, and is neither. */
const cities = ['a "b" \\', "} {[:]", "\\u0041\n", '{"city":"Oslo"}'];

/** Whether the arguments of a call are over is told by their JSON, and not by a brace or a quote in one of its texts. */
export const argumentsOfAnyText: BesideCheck = {
  slug: "arguments-of-any-text",
  check: must({
    clause: "Quotes, backslashes and brackets in the texts of a call's arguments end nothing, wherever it is cut.",
    why: "A tool that writes code or a file is run with the half of it, or never.",
    fix: "Count no brackets within texts, and let a backslash take the character behind it: or parse at the end alone.",
    needs: ["faults"],
    capabilities: ["tools"],
  }),
  async judge(context) {
    for (const quirk of wireQuirks("openai").filter(({ id }) => cuts.includes(id)))
      for (const pair of [cities.slice(0, 2), cities.slice(2)]) await survive(context, quirk, [], sceneWith(pair));
  },
};

/** The scene with two calls, whose input is of other texts. */
function sceneWith([first = "", second = ""]: readonly string[]): Scene {
  const { script, response, ...scene } = scenes.tools;
  const inputs = [{ city: first }, { city: second }];
  const [turn, answer] = script as readonly [{ readonly usage: object }, Scene["script"][number]];
  return {
    ...scene,
    script: [
      {
        ...turn,
        toolCalls: inputs.map((input, i) => ({ id: `call_${i}`, name: "get_temperature", input })),
      },
      answer,
    ],
    response: {
      ...response,
      calls: inputs.map((input) => ({ name: "get_temperature", input, outcome: "ran" })),
    },
  };
}
