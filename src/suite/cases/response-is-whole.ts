import type { LLMRequest, Script } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import {
  cityRequest,
  hello,
  reasoningRequest,
  temperatureAnswer,
  temperatureCall,
  temperatureRequest,
} from "../prompts.js";
import { playStream } from "./play-stream.js";

const fenced = '```json\n{"name": "Paris", "kind": "capital"}\n```';
const thought = "91 is 7 times 13.";

export const responseIsWhole = llmCase({
  name: "ResponseIsWhole",
  claim: "Nothing that came is missing from the response, and nothing in it was made prettier.",
  script: ["Hello."],
  checks: {
    "fences-are-kept": must({
      clause: "A code fence around an answer stays in `text`, under a schema too.",
      why: "A stored answer is not what the model wrote, and stream and response differ.",
      fix: "Leave `text` alone; who parses it takes the fence off.",
      needs: ["script"],
    }),
    "long-answer-is-whole": must({
      clause: "An answer of a hundred thousand characters comes back whole, streamed or not.",
      why: "The ends of long documents are missing, and no error tells.",
      fix: "Read the body to its end; bound neither the buffer nor the number of chunks.",
      needs: ["script"],
    }),
    "empty-answer-is-an-answer": must({
      clause: 'An answer without any text is a success whose `text` is "".',
      why: "A model that had nothing to say looks like an outage.",
      fix: 'Take content that is null, absent or empty for "" where the turn is complete.',
      needs: ["script"],
    }),
    "reasoning-comes-back": must({
      clause: "`reasoning` is the reasoning to the letter, and is not part of `text`.",
      why: "The scratch paper is shown as the answer, or lost.",
      fix: "Read the provider's field or mark for reasoning.",
      needs: ["script"],
      capabilities: ["reasoning"],
    }),
    "messages-keep-the-reasoning": must({
      clause: "The assistant's turn in `messages` holds its reasoning beside its text.",
      why: "Models that want their thoughts back answer worse, or refuse, when a conversation goes on.",
      fix: "Put `reasoning` onto the appended message, in every turn of a loop.",
      needs: ["script"],
      capabilities: ["reasoning"],
    }),
    "sources-are-of-all-steps": must({
      clause: "`sources` holds what the turns of a loop found, each address once, with its title.",
      why: "An answer cites pages that nobody can look up.",
      fix: "Collect the sources of every turn; those of the last alone are a part.",
      needs: ["script"],
      capabilities: ["tools", "sources"],
    }),
    "raw-is-the-reply": must({
      clause: "`raw` of generate() is what the provider replied; a stream's response has none.",
      why: "A field that this contract has no word for cannot be read at all.",
      fix: "Hand the parsed body on as `raw`; leave it out of streams, whose many pieces are no reply.",
      needs: ["script", "raw"],
    }),
    "model-is-of-the-last-step": must({
      clause: "`model` is what the provider says it used, in streams too.",
      why: "A router that fell back to another model goes unnoticed.",
      fix: "Read the model of the reply; a stream tells it in its chunks.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
  },
  async run({ open, check, can, signal }) {
    const { subject: claiming } = await open();
    const play = async (script: Script, request: LLMRequest = hello) => {
      const { subject } = await open({ script });
      return generate(subject, request, { signal });
    };
    const { streaming, structuredOutput } = claiming.capabilities ?? {};

    await check("fences-are-kept", async () => {
      equal((await play([fenced])).text, fenced, "`text`");
      if (structuredOutput) equal((await play([fenced], cityRequest)).text, fenced, "`text` of an answer to a schema");
    });
    await check("long-answer-is-whole", async () => {
      const long = "All work and no play makes Jack a dull boy. ".repeat(2_300);
      equalLong((await play([long])).text, long, "`text`");
      if (!streaming || !can("script")) return;
      const { subject } = await open({ script: [long] });
      equalLong((await playStream(subject, hello, signal)).response.text, long, "`text` of a stream's response");
    });
    await check("empty-answer-is-an-answer", async () => {
      const { text, finishReason, toolCalls } = await play([""]);
      equal([text, finishReason, toolCalls], ["", "stop", []], "`text`, `finishReason` and `toolCalls`");
    });
    await check("reasoning-comes-back", async () => {
      const { reasoning, text } = await play([{ text: "No.", reasoning: thought }], reasoningRequest);
      equal([reasoning, text], [thought, "No."], "`reasoning` and `text`");
    });
    await check("messages-keep-the-reasoning", async () => {
      const { messages } = await play([{ text: "No.", reasoning: thought }], reasoningRequest);
      const [message] = messages;
      equal(message?.role === "assistant" && message.reasoning, thought, "`reasoning` of the appended message");
    });
    await check("sources-are-of-all-steps", async () => {
      const found = (name: string) => ({ type: "url", url: `https://example.com/${name}`, title: name });
      const script = [
        { text: "Let me look.", ...temperatureCall, sources: [found("one"), found("two")] },
        { text: temperatureAnswer, sources: [found("two"), found("three")] },
      ];
      const { sources } = await play(script, temperatureRequest());
      const wanted = ["one", "two", "three"].map(found);
      equal(
        sources.map(({ url }) => url),
        wanted.map(({ url }) => url),
        "the addresses of `sources`",
      );
      equal(
        sources.map(({ title }) => title),
        wanted.map(({ title }) => title),
        "the titles of `sources`",
      );
    });
    await check("raw-is-the-reply", async () => {
      const { raw } = await play(["Rare words."]);
      const told = JSON.stringify(raw) ?? "";
      expectThat(told.includes("Rare words."), mismatch("`raw`", "the reply, with its text in it", describe(raw)));
      if (!streaming) return;
      const { subject } = await open({ script: ["Rare words."] });
      equal((await playStream(subject, hello, signal)).response.raw, undefined, "`raw` of a stream's response");
    });
    await check("model-is-of-the-last-step", async () => {
      const { subject } = await open({ script: [{ text: "Hello.", model: "touchstone-served-model" }] });
      const { response } = await playStream(subject, hello, signal);
      equal(response.model, "touchstone-served-model", "`model` of a stream's response");
    });
  },
});

/** As `equal`, telling lengths, as two long texts cannot be compared by eye. */
function equalLong(actual: string, expected: string, what: string): void {
  equal(actual.length, expected.length, `the length of ${what}`);
  equal(actual === expected, true, `whether ${what} is the answer to the letter`);
}
