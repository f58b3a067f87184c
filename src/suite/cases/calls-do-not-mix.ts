import type { LLM, LLMRequest, LLMResponse } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must, type Played } from "../case.js";
import { equal } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { temperatureRequest, temperatureTool } from "../prompts.js";
import { textOf } from "./history.js";
import { playStream } from "./play-stream.js";

const asking = (i: number): LLMRequest => ({ messages: [{ role: "user", content: `Question ${i}` }] });
const answers = (count: number) => Array.from({ length: count }, (_, i) => `Answer number ${i}, in a few words.`);

export const callsDoNotMix = llmCase({
  name: "CallsDoNotMix",
  claim: "Calls at the same time each get their own answer.",
  script: answers(200),
  checks: {
    "two-hundred-at-once": must({
      clause: "Of two hundred requests at once each gets the answer to its own.",
      why: "Under load one user reads another's answer.",
      fix: "Keep nothing of a call in the driver: no field for the current request, buffer or reply.",
      needs: ["script", "meaning"],
    }),
    "streams-at-once": must({
      clause: "Of ten streams at once each brings its own answer.",
      why: "Deltas of one answer turn up in another.",
      fix: "Make a new decoder and new buffers for each stream.",
      needs: ["script", "meaning"],
      capabilities: ["streaming"],
    }),
    "tools-at-once": must({
      clause: "Of two generations at once each runs its own tools.",
      why: "An order is placed in the name of another user.",
      fix: "Look tools up in the request of the call, not in a field of the driver.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
  },
  async run({ open, check, soon, signal }) {
    await open();
    await check("two-hundred-at-once", async () => {
      const played = await open();
      const questions = Array.from({ length: 200 }, (_, i) => asking(i));
      const given = await Promise.all(questions.map((request) => generate(played.subject, request, { signal })));
      expectOwn(played, given, answers(200));
    });
    await check("streams-at-once", async () => {
      const script = answers(10);
      const played = await open({ script });
      const streams = script.map((_, i) => playStream(played.subject, asking(i), signal));
      const given = (await Promise.all(streams)).map(({ response }) => response);
      expectOwn(played, given, script);
    });
    await check("tools-at-once", async () => {
      const call = { toolCalls: [{ id: "call_1", name: "get_temperature", input: { city: "Paris" } }] };
      const { subject } = await open({ script: [call, call, "Done.", "Done."] });
      const ran = [0, 0];
      // Each handler waits for the other, so that the two generations are under way together.
      let waiting: (() => void) | undefined;
      const both = () =>
        new Promise<void>((resolve) => {
          if (!waiting) {
            waiting = resolve;
            return;
          }
          waiting();
          resolve();
        });
      const ask = (i: number) => {
        const tool = temperatureTool(async () => {
          ran[i] = (ran[i] ?? 0) + 1;
          await both();
          return `tool ${i}`;
        });
        return generate(subject, temperatureRequest(tool), { signal });
      };
      const given = await soon(Promise.all([ask(0), ask(1)]), "two generations at once did not end");
      equal(ran, [1, 1], "how often each of two generations at once ran its own tool");
      equal(
        given.map(({ toolCalls }) => toolCalls[0]?.output),
        ["tool 0", "tool 1"],
        "the outputs in `toolCalls` of the two generations",
      );
    });
  },
});

/** Replies are played in the order in which requests arrive; so what was sent tells which answer belongs to which question. */
function expectOwn({ sent }: Played<LLM>, given: readonly LLMResponse[], script: readonly string[]): void {
  const arrived = sent().map(({ turn }) => {
    const [message] = turn?.messages ?? [];
    return message && message.role !== "tool" ? textOf(message.content) : "";
  });
  equal(arrived.length, given.length, "the number of requests sent");
  given.forEach(({ text }, i) => {
    const position = arrived.indexOf(`Question ${i}`);
    expectThat(position >= 0, mismatch(`the requests sent, one for each question`, `one with "Question ${i}"`, "none"));
    const expected = script[position];
    equal(text, expected, `the answer to "Question ${i}"`);
  });
}
