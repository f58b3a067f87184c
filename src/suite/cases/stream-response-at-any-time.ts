import type { StreamEvent } from "../../contract/index.js";
import { events, firstDelta, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";

import { hello, temperatureAnswer, temperatureCall, temperatureRequest } from "../prompts.js";
import { joinedDeltas } from "./play-stream.js";

const answer =
  "Hello there! This is an answer of several sentences. It takes more than a handful of deltas to tell it.";
/** The text comes, then nothing more. */
const endless = { text: "Once upon a time there was a story that did not end.", stall: true };

export const streamResponseAtAnyTime = llmCase({
  name: "StreamResponseAtAnyTime",
  claim: "The response of a stream can be asked for at any time, and a stream that nobody reads is in nobody's way.",
  script: [answer],
  prompt: hello,
  capabilities: ["streaming"],
  checks: {
    "before-the-iteration": must({
      clause: "`response()` may be called before the iteration, which still brings every delta.",
      why: "Who stores the answer while it is shown shows nothing.",
      fix: "Keep what `response()` reads ahead for the iteration.",
      needs: ["script"],
    }),
    "in-the-middle": must({
      clause: "`response()` in mid-iteration gives the whole text, and the iteration goes on to the end.",
      why: "The answer that is stored lacks its beginning, or the one that is shown its end.",
      fix: "Collect the text from the first delta on, whoever reads it.",
      needs: ["script"],
    }),
    "asked-twice": must({
      clause: "`response()` gives the same each time.",
      why: "Two parts of a program that both want it get one answer and one error.",
      fix: "Keep one promise and give it to everybody.",
      needs: ["script"],
    }),
    "reads-at-once-keep-their-order": must({
      clause: "Several next() calls at once are answered in their order, each with an event of its own.",
      why: "Words change places in interfaces that read ahead.",
      fix: "Queue the calls; let one reader answer them.",
      needs: ["script"],
    }),
    "unread-stream-is-in-nobodys-way": must({
      clause: "While a stream is open and nobody reads it, the LLM answers other requests.",
      why: "One tab that was left open takes the model away from everybody.",
      fix: "Give each request a connection of its own, and no lock around the LLM.",
      needs: ["script"],
    }),
    "kept-events-are-the-same": must({
      clause:
        "Events that are kept, because response() came first, are those that a reader gets: none is joined to one of another step or kind.",
      why: "Whoever shows a stream once it has ended finds the thoughts in the answer, or one step's text in another's.",
      fix: "Join deltas that nobody has read yet only where step and type are the same.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "streams-do-not-mix": must({
      clause: "Two streams that are read in turns each bring their own text.",
      why: "One user reads another's answer.",
      fix: "Keep everything that a stream has collected in that stream.",
      needs: ["script", "meaning"],
    }),
  },
  async run({ open, check, prompt, soon, signal }) {
    await open();
    await check("before-the-iteration", async () => {
      const { subject } = await open();
      const opened = await stream(subject, prompt, { signal });
      const whole = opened.response();
      const all = await soon(events(opened), "the iteration did not end");
      equal(joinedDeltas(all, "text"), answer, "the joined deltas");
      equal((await whole).text, answer, "`text` of the response");
    });
    await check("in-the-middle", async () => {
      const { subject } = await open();
      const opened = await stream(subject, prompt, { signal });
      const begun = await firstDelta(opened);
      const { text } = await soon(opened.response(), "response() in mid-iteration did not resolve");
      equal(text, answer, "`text` of the response");
      const rest = await soon(events(opened), "the iteration did not end");
      equal(begun + joinedDeltas(rest, "text"), answer, "the joined deltas");
      equal(rest.at(-1)?.type, "finish", "the last event's type");
    });
    await check("asked-twice", async () => {
      const { subject } = await open();
      const opened = await stream(subject, prompt, { signal });
      const [one, two] = await Promise.all([opened.response(), opened.response()]);
      equal(two, one, "the second `response()` (against the first)");
      equal(await opened.response(), one, "`response()` after the end (against the first)");
    });
    await check("reads-at-once-keep-their-order", async () => {
      const { subject } = await open();
      const opened = await stream(subject, prompt, { signal });
      const ahead = await Promise.all([opened.next(), opened.next(), opened.next()]);
      const rest = await events(opened);
      const all = [...ahead.filter((event) => event !== undefined), ...rest];
      equal(joinedDeltas(all, "text"), answer, "the joined deltas");
    });
    await check("unread-stream-is-in-nobodys-way", async () => {
      const { subject } = await open({ script: [endless, "Hello again."] });
      const unread = await stream(subject, prompt, { signal });
      const { text } = await soon(
        generate(subject, prompt, { signal }),
        "the request beside an unread stream got no answer",
      );
      equal(text, "Hello again.", "`text`");
      await soon(unread.close(), "close() of the unread stream did not resolve");
    });
    await check("kept-events-are-the-same", async () => {
      const thinking = { text: "Let me look.", reasoning: "Where is it warm?", ...temperatureCall };
      const play = async (isKept: boolean) => {
        const { subject } = await open({ script: [thinking, { ...thinking, text: "" }, temperatureAnswer] });
        const reasons = subject.capabilities?.reasoning === true;
        const opened = await stream(
          subject,
          { ...temperatureRequest(), ...(reasons && { reasoning: "low" }) },
          { signal },
        );
        if (isKept) await soon(opened.response(), "response() did not resolve");
        return joinedRuns(await events(opened));
      };
      equal(
        await play(true),
        await play(false),
        "the events of a stream read late, deltas in a row joined (against one read at once)",
      );
    });
    await check("streams-do-not-mix", async () => {
      const texts = ["one ".repeat(30), "two ".repeat(30)];
      const { subject } = await open({ script: texts });
      const opened = [await stream(subject, prompt, { signal }), await stream(subject, prompt, { signal })];
      const read = ["", ""];
      for (let open = opened.length; open > 0; ) {
        open = 0;
        for (const [i, one] of opened.entries()) {
          const event = await one.next();
          if (event) open += 1;
          if (event?.type === "text") read[i] += event.text;
        }
      }
      for (const [i, text] of texts.entries())
        equal(read[i], text, `the joined deltas of stream ${i + 1} of two that were read in turns`);
    });
  },
});

/** What the events say, deltas in a row of one step and type as one. Ids may differ from play to play. */
function joinedRuns(all: readonly StreamEvent[]): readonly string[] {
  const runs: { readonly of: string; text: string }[] = [];
  for (const event of all) {
    const step = "step" in event ? event.step : "";
    const of = `${event.type} ${step}`;
    const text = "text" in event ? event.text : "call" in event ? event.call.name : "";
    const last = runs.at(-1);
    if (last?.of === of && "text" in event) last.text += text;
    else runs.push({ of, text });
  }
  return runs.map(({ of, text }) => `${of}: ${text}`);
}
