import type { WireObject } from "../exchange.js";
import { isWireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { deltaOf, isFilled, omit, onAnswers, withDelta } from "./answers.js";
import { listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "reasoning";

/** The reasoning of a whole stream, as it is spread over its deltas. */
const thoughtOf = (all: readonly WireObject[]): string =>
  all
    .map((chunk) => deltaOf(chunk).reasoning_content)
    .filter(isFilled)
    .join("");

/** Puts the reasoning into the text, behind what opens it and before what ends it. */
const inline = (opening: readonly string[], closing: readonly string[]) =>
  either(
    onChunks((chunk, _, all) => {
      const delta = deltaOf(chunk);
      const { content, reasoning_content: thought } = delta;
      if (isFilled(thought)) return [];
      const first = all.find((other) => isFilled(deltaOf(other).content));
      if (!isFilled(content) || chunk !== first || thoughtOf(all) === "") return undefined;
      return [...opening, thoughtOf(all), ...closing, content].map((piece) =>
        withDelta(chunk, { ...delta, content: piece }),
      );
    }),
    onBody((body) => {
      const [choice] = listOf(body.choices);
      const message = choice?.message;
      if (!isWireObject(message) || !isFilled(message.reasoning_content)) return undefined;
      const content = [...opening, message.reasoning_content, ...closing, message.content].join("");
      return { ...body, choices: [{ ...choice, message: { ...omit(message, "reasoning_content"), content } }] };
    }),
  );

const unasked =
  "A driver may offer to tell tags apart where it is asked to; whoever did not ask gets the text as it was written.";

/** Where hosts put what the model thought. */
export const reasoning: readonly Quirk[] = [
  {
    id: "REA-01",
    name: "reasoning-under-the-short-name",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/musistudio/claude-code-router/pull/1205",
    seen: "vLLM since it renamed the field, OpenRouter, Ollama",
    breaks: "The thoughts are gone.",
    rule: "Reasoning is read from `reasoning` and from `reasoning_content`; null and empty ones are none.",
    fix: "One name is known: read the other as well.",
    scene: "reasoning",
    inject: onAnswers((answer) => {
      const { reasoning_content: thought } = answer;
      return isFilled(thought)
        ? { ...answer, reasoning_content: null, reasoning: thought }
        : isFilled(answer.content)
          ? { ...answer, reasoning: "" }
          : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "REA-50",
    name: "reasoning-under-both-names",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/vercel-labs/ai-python/issues/162",
    seen: "vLLM between two versions, gateways that serve old and new clients",
    breaks: "Every thought is there twice.",
    rule: "Of two fields with the reasoning one is read, the same for the whole answer.",
    fix: "Both fields are added: take the first that has something.",
    scene: "reasoning",
    inject: onAnswers((answer) =>
      isFilled(answer.reasoning_content) ? { ...answer, reasoning: answer.reasoning_content } : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "REA-02",
    name: "reasoning-lost-before-the-next-turn",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/langchain-ai/langchain/issues/37713",
    seen: "clients of DeepSeek and Moonshot",
    breaks: "The turn after a tool call is refused, because the thoughts of the one before are missing.",
    rule: "A turn keeps its reasoning in `messages`, through a pause too; whether it goes back is the endpoint's affair.",
    contested:
      "Some models refuse a conversation without the reasoning of earlier turns, others one with it: it is kept either way, and sent where the endpoint is known to want it.",
    checks: ["ResponseIsWhole/messages-keep-the-reasoning"],
  },
  {
    id: "REA-03",
    name: "think-tags-in-pieces",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/LibreChat-AI/agents/pull/40",
    seen: "hosts of open models without a parser for their thoughts",
    breaks: "Some of the answer vanishes, or half a tag is shown.",
    rule: "Tags in the text are text, and come back as they were written.",
    contested: unasked,
    fix: "Tags are cut out delta by delta: leave them, or offer it as an option that finds tags over deltas.",
    scene: "reasoning",
    inject: inline(["<thi", "nk", ">"], ["</", "think>"]),
    expect: { response: { reasoning: undefined, text: "<think>91 = 7 · 13.</think>No." } },
  },
  {
    id: "REA-51",
    name: "only-a-closing-think-tag",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/QwenLM/qwen-code/pull/6033",
    seen: "chat templates that open the tag in the prompt",
    breaks: "All that came before the tag is lost.",
    rule: "A tag that nothing opened is text like any other.",
    contested: unasked,
    fix: "Everything up to a closing tag is taken for thoughts: leave it in the text.",
    scene: "reasoning",
    inject: inline([], ["</think>"]),
    expect: { response: { reasoning: undefined, text: "91 = 7 · 13.</think>No." } },
  },
];
