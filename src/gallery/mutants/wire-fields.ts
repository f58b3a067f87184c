import { isObject } from "../../contract/index.js";
import { badResponse } from "../break-llm.js";
import { misreads, overWire, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { choiceIn, objectIn, reading, readingAnswers, readingText, readingUpTo, without } from "../read-wrongly.js";

const openai = (misread: (body: string) => string) => misreads("openai", misread);
const searching = (misread: (body: string) => string) => misreads("openai", misread, { sources: true });

const hasChoice = ({ choices }: WireBody): boolean => Array.isArray(choices) && choices.length > 0;
const hasReason = (chunk: WireBody): boolean => typeof choiceIn(chunk).finish_reason === "string";

/** The usage of every reply and chunk, as it is read. */
const readingUsage = (read: (usage: WireBody) => WireBody) =>
  openai(reading((object) => (isObject(object.usage) ? { ...object, usage: read(object.usage) } : object)));

/** A message that comes behind deltas is read as one of them. */
const readsMessagesAsDeltas = openai(
  reading((object, isStreamed) => {
    const { message, ...choice } = choiceIn(object);
    return isStreamed && isObject(message) ? { ...object, choices: [{ ...choice, delta: message }] } : object;
  }),
);

/** What becomes of the fields of OpenAI's replies in a careless parser: usage, shapes, reasoning, endings, calls, sources. */
export const wireFieldMutants: LLMMutants = {
  "ends-where-there-is-no-choice": [
    "OpenAIUsage/usage-in-a-chunk-of-its-own",
    /a rejection with LLM_/,
    openai(readingUpTo((chunk) => !hasChoice(chunk), false)),
  ],
  "sums-the-usage-of-all-chunks": [
    "OpenAIUsage/running-totals",
    /USE-03: `usage`/,
    openai((body) => {
      const sum = { prompt_tokens: 0, completion_tokens: 0 };
      return reading((object, isStreamed) => {
        if (!isStreamed || !isObject(object.usage)) return object;
        sum.prompt_tokens += Number(object.usage.prompt_tokens);
        sum.completion_tokens += Number(object.usage.completion_tokens);
        return { ...object, usage: { ...sum } };
      })(body);
    }),
  ],
  "looks-for-usage-in-the-last-chunk-only": [
    "OpenAIUsage/usage-beside-the-finish-reason",
    /USE-50: `usage`/,
    openai(reading((object, isStreamed) => (isStreamed && hasChoice(object) ? without(object, "usage") : object))),
  ],
  "takes-the-completion-for-all-output": [
    "OpenAIUsage/reasoning-outside-of-the-completion",
    /USE-05: `usage`/,
    readingUsage((usage) => without(usage, "total_tokens")),
  ],
  "begins-to-count-at-nought": [
    "OpenAIUsage/usage-asked-for-and-not-sent",
    /USE-60: `usage`/,
    openai(reading((object) => ({ ...object, usage: object.usage ?? { prompt_tokens: 0, completion_tokens: 0 } }))),
  ],
  "computes-the-output-from-the-total": [
    "OpenAIUsage/usage-that-does-not-add-up",
    /USE-61: `usage`/,
    readingUsage(({ total_tokens: total, ...usage }) => ({
      ...usage,
      completion_tokens: Number(total) - Number(usage.prompt_tokens),
    })),
  ],

  "says-it-all-again": ["OpenAIShapes/whole-message-at-the-end", /SHP-67: `text`/, readsMessagesAsDeltas],
  "calls-it-all-again": ["OpenAIToolCalls/whole-calls-at-the-end", /TC-62/, readsMessagesAsDeltas],
  "looks-for-a-choice-in-the-first-chunk": [
    "OpenAIShapes/first-chunk-says-nothing",
    /a rejection with LLM_/,
    openai((body) => (/^data: \{(?:"(?!choices)[^[]*)?"choices":\[\]/.test(body) ? "" : body)),
  ],
  "writes-a-list-as-a-string": [
    "OpenAIShapes/content-in-typed-parts",
    /SHP-04: `(?:text|reasoning)`/,
    openai(
      readingAnswers((answer) =>
        Array.isArray(answer.content) ? { ...answer, content: `${answer.content}` } : answer,
      ),
    ),
  ],
  "passes-over-blank-deltas": [
    "OpenAIShapes/null-content-and-lone-spaces",
    /SHP-05: `text`/,
    openai(readingText((text) => (text.trim() === "" ? "" : text))),
  ],
  "takes-no-choice-for-no-words": [
    "OpenAIShapes/no-choices-at-all",
    /LLM_PROVIDER_ERROR/,
    openai(
      reading((object, isStreamed) =>
        isStreamed || !Array.isArray(object.choices) || hasChoice(object) ? object : { ...object, choices: [nothing] },
      ),
    ),
  ],
  "takes-a-missing-list-for-no-words": [
    "OpenAIShapes/no-field-for-choices",
    /LLM_PROVIDER_ERROR/,
    openai(
      reading((object, isStreamed) =>
        isStreamed || object.error !== undefined || "choices" in object ? object : { ...object, choices: [nothing] },
      ),
    ),
  ],
  "writes-null-as-a-word": [
    "OpenAIShapes/refusal-and-fields-of-null",
    /SHP-51: `reasoning`/,
    openai(
      readingAnswers((answer) =>
        "reasoning_content" in answer ? { ...answer, reasoning_content: `${answer.reasoning_content}` } : answer,
      ),
    ),
  ],
  "reads-only-messages-of-the-assistant": [
    "OpenAIShapes/role-of-another",
    /SHP-60/,
    openai(readingAnswers((answer) => ("role" in answer && answer.role !== "assistant" ? undefined : answer))),
  ],
  "stays-with-the-first-id": [
    "OpenAIShapes/id-that-changes",
    /SHP-61/,
    openai((body) => {
      let first: unknown;
      return reading((object) => {
        first ??= object.id;
        return object.id === first ? object : undefined;
      })(body);
    }),
  ],
  "waits-for-choice-nought": [
    "OpenAIShapes/only-choice-is-not-the-first",
    /a rejection with LLM_PROVIDER_ERROR/,
    openai(
      reading((object) =>
        Array.isArray(object.choices)
          ? { ...object, choices: object.choices.filter((choice: WireBody) => choice.index === 0) }
          : object,
      ),
    ),
  ],
  "goes-by-the-name-of-the-object": [
    "OpenAIShapes/object-of-another-name",
    /a rejection with LLM_/,
    openai(
      reading((object, isStreamed) =>
        object.object === (isStreamed ? "chat.completion.chunk" : "chat.completion") ? object : undefined,
      ),
    ),
  ],
  "reads-nothing-without-an-id": [
    "OpenAIShapes/no-id-time-or-model",
    /a rejection with LLM_/,
    openai(reading((object) => (typeof object.id === "string" ? object : undefined))),
  ],

  "knows-one-name-of-reasoning": [
    "OpenAIReasoning/reasoning-under-the-short-name",
    /REA-01: `reasoning`/,
    openai(readingAnswers((answer) => without(answer, "reasoning"))),
  ],
  "adds-the-second-name-to-the-first": [
    "OpenAIReasoning/reasoning-under-both-names",
    /REA-50: `reasoning`/,
    openai(
      readingAnswers(({ reasoning_content: long = "", reasoning: short = "", ...answer }) =>
        long || short ? { ...answer, reasoning_content: `${long ?? ""}${short ?? ""}` } : answer,
      ),
    ),
  ],
  "cuts-think-tags-out": [
    "OpenAIReasoning/think-tags-in-pieces",
    /REA-03: `text`/,
    openai(readingText((text) => text.replace(/<think>[\s\S]*?<\/think>/g, ""))),
  ],
  "takes-all-before-a-closing-tag-for-thoughts": [
    "OpenAIReasoning/only-a-closing-think-tag",
    /REA-51: `text`/,
    openai(readingText((text) => text.replace(/^[\s\S]*<\/think>/, ""))),
  ],

  "takes-fences-off": [
    "OpenAIStructuredOutput/json-in-a-code-fence",
    /STR-05: `text`/,
    openai(readingText((text) => text.replace(/^```\w*\n?|\n?```$/g, ""))),
  ],
  "keeps-the-fields-that-it-knows": [
    "OpenAIStructuredOutput/answer-that-breaks-its-schema",
    /STR-60: `text`/,
    openai(
      readingText((text) => {
        const { name, kind } = objectIn(text) ?? {};
        return objectIn(text) ? JSON.stringify({ name, kind }) : text;
      }),
    ),
  ],
  "never-looks-which-model-answered": [
    "OpenAIModel/another-model-answers",
    /MOD-01: `model`/,
    openai(reading((object) => without(object, "model"))),
  ],

  "has-no-second-finish-reason": [
    "OpenAIEndings/finish-reason-twice",
    /a rejection with LLM_/,
    openai((body) => {
      let isFinished = false;
      return reading((object, isStreamed) => {
        const wasFinished = isFinished;
        isFinished ||= isStreamed && hasReason(object);
        return wasFinished && hasReason(object) ? { error: { message: "a chunk after the end" } } : object;
      })(body);
    }),
  ],
  "reads-up-to-the-finish-reason": [
    "OpenAIEndings/text-after-the-finish-reason",
    /TERM-61: `text`/,
    openai(readingUpTo(hasReason, true)),
  ],

  "lists-only-what-ran": [
    "OpenAIToolCalls/call-that-was-forbidden",
    /TC-60: `toolCalls`/,
    overWire((llm, harm) =>
      badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.filter(({ outcome }) => outcome !== undefined) }))(
        llm,
        harm,
      ),
    ),
  ],
  "reads-the-first-call-only": [
    "OpenAIToolCalls/calls-at-once-that-were-not-allowed",
    /TC-61: `toolCalls`/,
    openai(
      readingAnswers((answer, isStreamed) => {
        const calls = (Array.isArray(answer.tool_calls) ? answer.tool_calls : []) as readonly WireBody[];
        if (calls.length === 0) return answer;
        return { ...answer, tool_calls: isStreamed ? calls.filter(({ index }) => index === 0) : calls.slice(0, 1) };
      }),
    ),
  ],

  "reads-annotations-and-no-citations": [
    "OpenAISources/citations-beside-the-choices",
    /SRC-01: the addresses/,
    searching(reading((object) => without(object, "citations", "search_results"))),
  ],
  "looks-for-annotations-beside-text": [
    "OpenAISources/annotations-that-come-again",
    /SRC-50: the addresses/,
    searching(readingAnswers((answer) => (answer.content ? answer : without(answer, "annotations")))),
  ],
};

const nothing = { index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" };
