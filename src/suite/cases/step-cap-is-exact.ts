import type { LLMRequest, Script } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { celsius, temperatureAnswer, temperatureRequest, temperatureTool } from "../prompts.js";
import { callsIn } from "./history.js";

const cities = ["Paris", "Oslo", "Rome", "Bern", "Lima"];
/** A model that never stops calling. */
const insatiable: Script = cities.map((city, i) => ({
  text: `Step ${i + 1}.`,
  toolCalls: [{ id: `call_${city}`, name: "get_temperature", input: { city } }],
}));

export const stepCapIsExact = llmCase({
  name: "StepCapIsExact",
  claim: "A tool loop takes as many turns as it may and not one more, and ends well at its cap.",
  script: insatiable,
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "cap-is-exact": must({
      clause: "With `maxSteps: 3` a model that keeps calling is asked three times, and the calls of two turns are run.",
      why: "A model that runs in a circle costs until the quota is spent; or the answer is cut off one turn too early.",
      fix: "Compare the number of turns with the cap before the calls of a turn are run.",
      needs: ["script", "traffic"],
    }),
    "one-turn-by-default": must({
      clause: "Without `maxSteps`, and with 0 or 1, there is a single turn, and nothing runs.",
      why: "Tools run that were only to be proposed.",
      fix: "Take an absent cap, 0 and 1 for one turn.",
      needs: ["script", "traffic"],
    }),
    "end-at-the-cap-is-success": must({
      clause: "At the cap the result is a success with `finishReason` tool_use; the last turn's calls have no outcome.",
      why: "All that was found so far is thrown away with an exception.",
      fix: "Return the response of the last turn, its calls listed as not run.",
      needs: ["script"],
    }),
    "text-is-the-last-step": must({
      clause: "`text` is that of the last turn, not of all turns one after the other.",
      why: "The answer begins with everything that the model said while it was looking things up.",
      fix: "Take the text of the last turn; `messages` has the others.",
      needs: ["script"],
    }),
    "open-calls-can-be-answered": must({
      clause: "The calls that were left open at the cap stand in the last of `messages`, so that they can be answered.",
      why: "A conversation that is paused to decide cannot be resumed.",
      fix: "Append the last turn with its calls, and no results for them.",
      needs: ["script"],
    }),
    "cut-calls-are-not-kept": must({
      clause:
        "Calls of a turn that ended in length or content_filter are in `toolCalls` without outcome, and not in `messages`.",
      why: "The next request is refused, for a call that can never have a result.",
      fix: "Leave the calls of such a turn out of the appended message.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const play = async (more: Partial<LLMRequest>, script: Script = insatiable) => {
      const { subject, sent } = await open({ script });
      let ran = 0;
      const tool = temperatureTool(() => {
        ran += 1;
        return { celsius };
      });
      const { maxSteps: _, ...request } = prompt;
      const response = await generate(subject, { ...request, tools: [tool], ...more }, { signal });
      return { response, ran, turns: sent().length };
    };
    await check("cap-is-exact", async () => {
      for (const maxSteps of [2, 3]) {
        const { response, ran, turns } = await play({ maxSteps });
        equal(turns, maxSteps, `the number of requests sent with \`maxSteps: ${maxSteps}\``);
        equal(ran, maxSteps - 1, `the number of calls run with \`maxSteps: ${maxSteps}\``);
        equal(response.steps, maxSteps, "`steps`");
      }
    });
    await check("one-turn-by-default", async () => {
      for (const more of [{}, { maxSteps: 0 }, { maxSteps: 1 }]) {
        const { ran, turns, response } = await play(more);
        equal([turns, ran], [1, 0], `the numbers of requests sent and of calls run with ${JSON.stringify(more)}`);
        equal(response.toolCalls.length, 1, "the number of listed calls");
      }
    });
    await check("end-at-the-cap-is-success", async () => {
      const { response } = await play({ maxSteps: 2 });
      equal(response.finishReason, "tool_use", "`finishReason`");
      equal(
        response.toolCalls.map(({ outcome }) => outcome),
        ["ran", undefined],
        "the outcomes in `toolCalls`",
      );
    });
    await check("text-is-the-last-step", async () => {
      const { response } = await play({ maxSteps: 3 });
      equal(response.text, "Step 3.", "`text`");
      const { response: answered } = await play({ maxSteps: 3 }, [insatiable[0] ?? "", temperatureAnswer]);
      equal(answered.text, temperatureAnswer, "`text`");
    });
    await check("open-calls-can-be-answered", async () => {
      const { response } = await play({ maxSteps: 2 });
      const last = response.messages.at(-1);
      equal(last?.role, "assistant", "the role of the last of `messages`");
      equal(
        last ? callsIn([last]).map(({ id }) => id) : [],
        response.toolCalls.slice(1).map(({ id }) => id),
        "the calls in the last of `messages`",
      );
    });
    await check("cut-calls-are-not-kept", async () => {
      for (const finishReason of ["length", "content_filter"] as const) {
        const [turn] = insatiable as readonly object[];
        const { response } = await play({ maxSteps: 3 }, [{ ...turn, finishReason }, temperatureAnswer]);
        // A protocol may have no way to send calls in a turn that was blocked.
        equal(callsIn(response.messages), [], `the calls in \`messages\` of a turn that ended in ${finishReason}`);
        for (const { outcome } of response.toolCalls) equal(outcome, undefined, "the `outcome` of a call of that turn");
        equal(response.finishReason, finishReason, "`finishReason`");
      }
    });
  },
});
