import type { LocalTool } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { temperatureAnswer, temperatureRequest, temperatureTool } from "../prompts.js";
import { asText, callsIn, resultsIn } from "./history.js";

const cities = ["Paris", "Oslo", "Rome"];
const callOf = (city: string) => ({ id: `call_${city}`, name: "get_temperature", input: { city } });
const script = [{ toolCalls: cities.map(callOf) }, temperatureAnswer];
const cityOf = (input: unknown) => String((input as { city?: unknown } | null | undefined)?.city);

export const toolCallsRunTogether = llmCase({
  name: "ToolCallsRunTogether",
  claim: "The calls of one turn run at the same time, and each result goes back under its own call.",
  script,
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "all-at-once": must({
      clause: "All handlers of a turn have begun before any has to end.",
      why: "Five lookups of two seconds take ten seconds instead of two.",
      fix: "Begin all approved calls, then wait for all of them.",
      needs: ["script"],
    }),
    "each-runs-once": must({
      clause: "Each call of a turn runs once, with its own input.",
      why: "An order is placed twice, or another one is placed instead.",
      fix: "Key nothing by the tool's name; run the list of calls, one handler a call.",
      needs: ["script"],
    }),
    "results-go-back-in-order": must({
      clause: "The next request holds one result for each call, in call order, whichever handler ended first.",
      why: "Paris gets the temperature of Oslo, or the provider refuses a call without a result.",
      fix: "Collect the results by position; send all of them, each under its call's id.",
      needs: ["script", "meaning"],
    }),
    "one-failure-is-its-own": must({
      clause: "A handler that throws fails its own call; the others' results go back as they are.",
      why: "One city that a service does not know throws away what was found about the others.",
      fix: "Catch around each handler; do not let one rejection reject them all.",
      needs: ["script", "meaning"],
    }),
    "record-keeps-the-order": must({
      clause: "`toolCalls` lists all calls in call order, over all turns, each with its own input and output.",
      why: "An audit shows what was done under the wrong call.",
      fix: "Append the calls of each turn by position once all of them are settled.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    const play = async (execute: NonNullable<LocalTool["execute"]>) => {
      const { subject, sent } = await open();
      const response = await generate(subject, { ...prompt, tools: [temperatureTool(execute)] }, { signal });
      return { response, messages: sent()[1]?.turn?.messages ?? [] };
    };
    /** Ends the handlers in the reverse of call order. */
    const playBackwards = () => {
      const waiting: (() => void)[] = [];
      return play(async (input) => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === cities.length) endInReverse(waiting);
        });
        return `temperature of ${cityOf(input)}`;
      });
    };
    const outputs = cities.map((city) => `temperature of ${city}`);

    await check("all-at-once", () =>
      soon(playBackwards(), "the handlers of one turn, each waiting for the others to begin, did not end"),
    );
    await check("each-runs-once", async () => {
      const got: string[] = [];
      await play((input) => {
        got.push(cityOf(input));
        return "21 degrees";
      });
      equal(got.toSorted(), cities.toSorted(), "the cities that the handler was asked for");
    });
    await check("results-go-back-in-order", async () => {
      const { messages } = await soon(playBackwards(), "the handlers of one turn did not end");
      const [calls, results] = [callsIn(messages), resultsIn(messages)];
      equal(
        calls.map(({ input }) => cityOf(input)),
        cities,
        "the calls in the next request",
      );
      equal(
        results.map(({ output }) => asText(output)),
        outputs,
        "the results in the next request",
      );
      equal(
        results.map(({ id }) => id),
        calls.map(({ id }) => id),
        "the ids of the sent results (against their calls')",
      );
    });
    await check("one-failure-is-its-own", async () => {
      const { messages, response } = await play((input) => {
        if (cityOf(input) === "Oslo") throw new Error("no such city");
        return `temperature of ${cityOf(input)}`;
      });
      const told = resultsIn(messages).map(({ output }) => asText(output));
      equal(told, [outputs[0], "error: no such city", outputs[2]], "the results in the next request");
      equal(response.text, temperatureAnswer, "`text`");
    });
    await check("record-keeps-the-order", async () => {
      const { response } = await soon(playBackwards(), "the handlers of one turn did not end");
      const record = response.toolCalls.map(({ input, output }) => `${cityOf(input)}: ${output}`);
      equal(
        record,
        cities.map((city, i) => `${city}: ${outputs[i]}`),
        "`toolCalls`",
      );
      const ids = new Set(response.toolCalls.map(({ id }) => id));
      expectThat(
        ids.size === cities.length,
        mismatch(`the number of different ids of ${cities.length} calls`, String(cities.length), String(ids.size)),
      );
    });
  },
});

/** One after the other, each a turn of the event loop later. */
function endInReverse(waiting: (() => void)[]): void {
  const end = waiting.pop();
  if (!end) return;
  end();
  setImmediate(() => endInReverse(waiting));
}
