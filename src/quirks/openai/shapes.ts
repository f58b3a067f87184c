import { objectsOf } from "../events.js";
import { isEventStream, isWireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { deltaOf, isAccepted, isFilled, omit, onAnswers, withDelta } from "./answers.js";
import { answersIn, listOf } from "./calls.js";
import { withWholeMessage } from "./resend.js";

const protocols = ["openai"] as const;
const area = "shape";

const typedText = (text: string) => ({ type: "text", text });
const azurePrompt = {
  prompt_index: 0,
  content_filter_results: { hate: { filtered: false, severity: "safe" } },
};

/** Fields that are empty, missing, or hold another kind of value. */
export const shapes: readonly Quirk[] = [
  {
    id: "SHP-01",
    name: "first-chunk-says-nothing",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/microsoft/semantic-kernel/issues/3650",
    seen: "Azure",
    breaks: "The stream dies at its first chunk, or the answer has no model.",
    rule: "A chunk without choices is passed over, and blank ids and models are none.",
    fix: "`choices[0]` and the first `model` are taken for granted: look at what is there, and skip what is empty.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index) =>
      index === 0
        ? [{ id: "", object: "", created: 0, model: "", choices: [], prompt_filter_results: [azurePrompt] }, chunk]
        : undefined,
    ),
    expect: "unchanged",
  },
  {
    id: "SHP-67",
    name: "whole-message-at-the-end",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/abundantbeing/hermes-browser-extension/issues/11",
    seen: "servers whose last chunk is a message",
    breaks: "The answer is there twice.",
    rule: "A message behind deltas adds only what they have not said.",
    fix: "`message` and `delta` are read alike: take from a message what goes beyond the deltas.",
    scene: "text",
    on: "stream",
    inject: withWholeMessage,
    expect: "unchanged",
  },
  {
    id: "SHP-04",
    name: "content-in-typed-parts",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/vercel/ai/pull/17779",
    seen: "Mistral's reasoning models",
    breaks: "The answer is `[object Object]`, or none at all.",
    rule: "Of a list of parts, `text` is text, `thinking` is reasoning, and what is unknown is passed over.",
    law: "The `content` of an answer is a string or null.",
    fix: "Content is taken for a string: join the parts of a list by their types.",
    scene: "reasoning",
    inject: onAnswers((answer) => {
      const { content, reasoning_content: thought } = answer;
      const parts = [
        ...(isFilled(thought) ? [{ type: "thinking", thinking: [typedText(thought)] }] : []),
        ...(isFilled(content) ? [{ type: "reference", reference_ids: [1] }, typedText(content)] : []),
      ];
      return parts.length > 0 ? { ...omit(answer, "reasoning_content"), content: parts } : undefined;
    }),
    detect: (exchange) => {
      if (!isAccepted(exchange)) return undefined;
      const inParts = objectsOf(exchange).flatMap((object) =>
        answersIn(object).filter(({ answer }) => Array.isArray(answer.content)),
      );
      return inParts.length > 0 ? "`content` of the answer is a list of parts, and no string" : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "SHP-05",
    name: "null-content-and-lone-spaces",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/darshi1337/apogee/pull/139",
    seen: "llama.cpp, and every host whose tokens are single spaces",
    breaks: "The answer begins with the word null, or its words run together.",
    rule: "Content that is null is nothing, and a delta of a single space is a space.",
    fix: "Content is tested for being defined, or for not being blank: test for a string that is not empty.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk) => {
      const delta = deltaOf(chunk);
      if (delta.role !== undefined) return withDelta(chunk, { ...delta, content: null });
      const { content } = delta;
      if (!isFilled(content) || !/\s/.test(content)) return undefined;
      return content.split(/(?<=\s)|(?=\s)/).map((piece) => withDelta(chunk, { ...delta, content: piece }));
    }),
    expect: "unchanged",
  },
  {
    id: "SHP-06",
    name: "no-choices-at-all",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/20351",
    seen: "gateways whose upstream failed",
    breaks: "A TypeError reaches the user, and nothing that handles errors knows it.",
    rule: "A 2xx without any choice is `LLM_PROVIDER_ERROR` with status 502.",
    law: "A reply has a choice for each that was asked for.",
    fix: "`choices[0].message` is read without looking: test that there is one.",
    scene: "text",
    on: "generate",
    inject: onBody((body) => (listOf(body.choices).length > 0 ? { ...body, choices: [] } : undefined)),
    detect: (exchange) => {
      const [body] = isAccepted(exchange) && !isEventStream(exchange) ? objectsOf(exchange) : [];
      if (!body || "error" in body || !("choices" in body)) return undefined;
      return listOf(body.choices).length === 0 ? "`choices` of the reply is empty" : undefined;
    },
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    id: "SHP-50",
    name: "no-field-for-choices",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/langchain-ai/langchainjs/issues/11417",
    seen: "gateways whose upstream failed",
    breaks: "A TypeError reaches the user, and nothing that handles errors knows it.",
    rule: "A 2xx that has no `choices` is `LLM_PROVIDER_ERROR` with status 502.",
    law: "A reply has `choices`.",
    fix: "`choices` is taken for granted: test that it is there.",
    scene: "text",
    on: "generate",
    inject: onBody((body) => (listOf(body.choices).length > 0 ? omit(body, "choices") : undefined)),
    detect: (exchange) => {
      const [body] = isAccepted(exchange) && !isEventStream(exchange) ? objectsOf(exchange) : [];
      const isChat = body !== undefined && !("choices" in body) && body.object === "chat.completion";
      return isChat ? "the reply has no `choices`" : undefined;
    },
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    id: "SHP-51",
    name: "refusal-and-fields-of-null",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/earendil-works/pi/pull/2782",
    seen: "hosts that write out every field",
    breaks: "The word null is in the answer, or null is iterated over.",
    rule: "A field that is null is absent.",
    fix: "Fields are tested with `in` or against undefined: test for the type that is wanted.",
    scene: "text",
    inject: either(
      onChunks((chunk) => {
        const delta = deltaOf(chunk);
        return listOf(chunk.choices).length > 0 ? withNulls(chunk, delta) : undefined;
      }),
      onBody((body) => {
        const [choice] = listOf(body.choices);
        if (!choice || !isWireObject(choice.message)) return undefined;
        return { ...body, choices: [{ ...choice, message: { ...nulls, ...choice.message } }], citations: null };
      }),
    ),
    expect: "unchanged",
  },
];

const nulls = {
  content: null,
  refusal: null,
  reasoning: null,
  reasoning_content: null,
  function_call: null,
  tool_calls: null,
  audio: null,
  annotations: null,
};

function withNulls(chunk: Parameters<typeof withDelta>[0], delta: Parameters<typeof withDelta>[1]) {
  const [choice = {}] = listOf(chunk.choices);
  return { ...chunk, choices: [{ ...choice, delta: { ...nulls, ...delta } }], citations: null };
}
