import fc from "fast-check";
import type { ScriptedReply, ScriptedToolCall } from "../../contract/index.js";

/** Text that is mistaken for framing, for an end or for an error, where it is looked for in the wrong place. */
const misleading = fc.constantFrom(
  ...["data: [DONE]\n\n", "[DONE]", "\n\n", "\r\n\r\n", "\r", "data:", ": ", "event: error\n", "\u2028\u2029\u0085"],
  ...[
    "\uFEFF",
    "\u0000",
    '{"error":{"message":"no"}}',
    '","finish_reason":"stop"',
    "\\u0000",
    '\\"',
    "```json\n{}\n```",
  ],
  ...["👩‍👩‍👧‍👦", "e\u0301", "𝒳", "שלום", "你好", "<html>", "null", "__proto__"],
);

/** Any code unit, half of a surrogate pair too. */
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Any text. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), misleading, codeUnit), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(""));

/** Values as JSON carries them, so that they are the same before a wire and behind it. */
const soundText = anyText.map((text) => text.toWellFormed());
const json = fc.oneof({ weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, { weight: 1, arbitrary: soundText });

const input: fc.Arbitrary<object> = fc
  .array(fc.tuple(fc.oneof(soundText, fc.constantFrom("city", "constructor", "toString", "")), json), { maxLength: 4 })
  .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as object);

/** The tools that scripted calls ask for. */
export const toolNames = ["f", "look_up", "constructor"] as const;

const calls: fc.Arbitrary<ScriptedToolCall[]> = fc
  .array(fc.record({ name: fc.constantFrom(...toolNames), input, hasId: fc.boolean() }), { maxLength: 3 })
  .map((all) => all.map(({ hasId, ...call }, i) => ({ ...(hasId && { id: `call_${i}` }), ...call })));

const count = fc.nat({ max: 100_000 });

/** Counts that can be true together. */
const usage = fc
  .record({ inputTokens: count, outputTokens: count, cached: count, reasoning: count })
  .map(({ inputTokens, outputTokens, cached, reasoning }) => ({
    ...{ inputTokens, outputTokens },
    cachedInputTokens: Math.min(cached, inputTokens),
    reasoningTokens: Math.min(reasoning, outputTokens),
  }));

const source = fc.record({ type: fc.constant("url"), url: fc.webUrl(), title: fc.constantFrom("A", "B") });

/** An answer, without what one wire has and another has not. */
export const answers: fc.Arbitrary<ScriptedReply> = fc
  .record(
    {
      text: anyText,
      reasoning: anyText,
      toolCalls: calls,
      sources: fc.uniqueArray(source, { selector: ({ url }) => url, maxLength: 2 }),
      usage,
      finishReason: fc.constantFrom("stop", "length", "content_filter", "other"),
    },
    { requiredKeys: ["text"] },
  )
  // What is found is found for a text.
  .map(({ sources, ...reply }) => ({ ...reply, ...(sources && reply.text !== "" && { sources }) }) as ScriptedReply);

const errorCodes = [
  ...["LLM_RATE_LIMITED", "LLM_UNAUTHORIZED", "LLM_PROVIDER_ERROR", "LLM_CONTEXT_TOO_LONG", "LLM_BAD_RESPONSE"],
  ...["LLM_QUOTA_EXCEEDED", "LLM_MODEL_NOT_FOUND", "LLM_REQUEST_REJECTED", "LLM_STREAM_INTERRUPTED"],
] as const;

/** A reply that fails, before any of its text or behind it. */
const failures: fc.Arbitrary<ScriptedReply> = fc.oneof(
  fc.record({
    text: anyText,
    error: fc.record({ code: fc.constantFrom(...errorCodes), message: anyText, retryAfterMs: count }),
  }),
  fc.record({ text: anyText, toolCalls: calls, cut: fc.constant(true) }),
);

/** Any reply that a script may have. */
export const replies: fc.Arbitrary<ScriptedReply> = fc.oneof(
  { weight: 20, arbitrary: answers },
  { weight: 3, arbitrary: failures },
);
