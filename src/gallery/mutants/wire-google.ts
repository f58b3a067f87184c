import { isObject } from "../../contract/index.js";
import type { WireBody } from "../break-wire.js";
import {
  callOf,
  candidatesOf,
  eachCall,
  eachCandidate,
  eachContent,
  eachPart,
  empty,
  listOf,
  misreads,
  partsOf,
} from "../misread-google.js";
import { eachReply, misreading, readsUntil } from "../misread-wire.js";
import type { LLMMutants } from "../mutant.js";

// Drivers for Gemini whose parser has one defect.

/** Whether a candidate ends, as somebody sees it who only looks whether there is a reason. */
const hasEnd = (reply: WireBody) => candidatesOf(reply).some(({ finishReason }) => Boolean(finishReason));

/** Calls in a table by their id, the last one of each; `null` is an id as any other. */
const byId = (parts: readonly WireBody[]) => {
  const last = new Map(parts.map((part) => [callOf(part) ? (callOf(part)?.id ?? null) : part, part]));
  return [...last.values()];
};

/** How a turn ends. */
const endings: LLMMutants = {
  "reads-nothing-but-candidates": [
    "GoogleEndings/prompt-blocked-without-candidates",
    /GEM-08: `finishReason`: expected 'content_filter', got 'stop'/,
    misreads(
      eachReply(({ promptFeedback: _, ...reply }) => (reply.candidates ? reply : { ...reply, candidates: [empty] })),
    ),
  ],
  "takes-any-label-of-google-for-stop": [
    "GoogleEndings/malformed-call-is-an-error",
    /GEM-06: `finishReason`: expected 'error', got 'stop'/,
    eachCandidate((candidate) => (candidate.finishReason ? { ...candidate, finishReason: "STOP" } : candidate)),
  ],
  "runs-calls-of-failed-turns": [
    "GoogleEndings/call-of-a-failed-turn",
    /GEM-50: `text`: expected '', got '21 degrees\.'/,
    eachCandidate((candidate) =>
      partsOf(candidate).some(callOf) && candidate.finishReason ? { ...candidate, finishReason: "STOP" } : candidate,
    ),
  ],
  "wants-parts-in-every-answer": [
    "GoogleEndings/limit-spent-on-thinking",
    /a rejection with LLM_PROVIDER_ERROR/,
    eachCandidate((candidate) =>
      isObject(candidate.content) && candidate.content.parts === undefined ? undefined : candidate,
    ),
  ],
  "takes-the-reason-before-the-parts": [
    "GoogleEndings/blocked-with-its-last-words",
    /GEM-14: `text`: expected .*, got ''/s,
    eachCandidate(({ content, ...candidate }) =>
      candidate.finishReason && candidate.finishReason !== "STOP" ? candidate : { content, ...candidate },
    ),
  ],
  "ends-at-any-finish-reason": [
    "GoogleEndings/finish-reason-that-says-nothing",
    /GEM-52: `text`/,
    misreads(
      readsUntil(hasEnd, (event) => ({
        ...event,
        candidates: candidatesOf(event).map((candidate) => ({ ...candidate, finishReason: "STOP" })),
      })),
    ),
  ],
  "stops-reading-at-the-first-finish-reason": [
    "GoogleEndings/stop-in-every-event",
    /GEM-53: `text`: expected .*, got ''/s,
    misreads(readsUntil(hasEnd, (event) => event)),
  ],
  "takes-no-candidates-for-an-empty-answer": [
    "GoogleEndings/reply-without-an-answer",
    /expected a rejection with LLM_PROVIDER_ERROR, got a response/,
    misreads(
      eachReply((reply, { isLast }) => (reply.candidates || !isLast ? reply : { ...reply, candidates: [empty] })),
    ),
  ],
  "takes-any-feedback-for-a-block": [
    "GoogleEndings/feedback-beside-the-answer",
    /GEM-55: `text`: expected .*, got ''/s,
    misreads((body) =>
      body.includes('"promptFeedback"')
        ? JSON.stringify({ promptFeedback: { blockReason: "SAFETY" } }).replace(
            /^/,
            body.startsWith("data") ? "data: " : "",
          )
        : body,
    ),
  ],
  "wants-a-content-in-every-answer": [
    "GoogleEndings/answer-without-a-content",
    /a rejection with LLM_PROVIDER_ERROR/,
    eachCandidate((candidate) => (isObject(candidate.content) ? candidate : undefined)),
  ],
  "passes-over-candidates-without-a-content": [
    "GoogleEndings/end-without-a-content",
    /a rejection with LLM_STREAM_INTERRUPTED/,
    eachCandidate((candidate) => (isObject(candidate.content) ? candidate : undefined)),
  ],
};

/** Calls and their arguments. */
const calls: LLMMutants = {
  "keeps-calls-by-an-id-that-is-null": [
    "GoogleToolCalls/calls-without-an-id",
    /GEM-01: `toolCalls`/,
    misreads((body) => (body.startsWith("data") ? body : mergeCalls(body))),
  ],
  "keeps-the-last-call-of-an-id": [
    "GoogleToolCalls/one-id-for-all-calls",
    /GEM-58: `toolCalls`/,
    misreads((body) => (body.startsWith("data") ? body : mergeCalls(body))),
  ],
  "sends-ids-that-it-minted": [
    "GoogleToolCalls/ids-are-refused-where-none-were-sent",
    /a rejection with LLM_REQUEST_REJECTED/,
    misreading("google", {
      request: (body) => ({ ...body, contents: listOf(body.contents).map(withIds) }),
    }),
  ],
  "reads-the-first-part-of-an-event": [
    "GoogleToolCalls/calls-in-one-event",
    /GEM-59: `text`/,
    misreads((body) => (body.startsWith("data") ? firstParts(body) : body)),
  ],
  "drops-calls-without-args": [
    "GoogleToolCalls/call-without-args",
    /GEM-81: `text`: expected 'Noon\.', got ''/,
    eachCall((call) => (call.args === undefined ? undefined : call)),
  ],
  "drops-calls-whose-args-are-a-string": [
    "GoogleToolCalls/args-in-a-string",
    /GEM-82: `text`: expected '21 degrees\.', got ''/,
    eachCall((call) => (typeof call.args === "string" ? undefined : call)),
  ],
  "drops-calls-whose-args-are-no-object": [
    "GoogleToolCalls/empty-args-as-a-list",
    /GEM-83: `text`: expected 'Noon\.', got ''/,
    eachCall((call) => (Array.isArray(call.args) ? undefined : call)),
  ],
};

function mergeCalls(body: string): string {
  return eachReply((reply) => ({
    ...reply,
    candidates: candidatesOf(reply).map((candidate) => ({
      ...candidate,
      content: { role: "model", parts: byId(partsOf(candidate)) },
    })),
  }))(body);
}

const firstParts = eachReply((reply) => ({
  ...reply,
  candidates: candidatesOf(reply).map((candidate) =>
    isObject(candidate.content)
      ? { ...candidate, content: { ...candidate.content, parts: partsOf(candidate).slice(0, 1) } }
      : candidate,
  ),
}));

/** Ids on calls and their responses, as they are numbered within a content. */
function withIds(content: WireBody): WireBody {
  const parts = listOf(content.parts).map((part, i) => {
    const [kind] = ["functionCall", "functionResponse"].filter((name) => isObject(part[name]));
    return kind === undefined ? part : { ...part, [kind]: { id: `call_${i}`, ...(part[kind] as WireBody) } };
  });
  return { ...content, parts };
}

/** Thoughts and what only looks like one. */
const reasoning: LLMMutants = {
  "joins-the-texts-of-an-event": [
    "GoogleReasoning/thought-and-answer-in-one-event",
    /GEM-11: `text`/,
    eachContent((parts) => {
      const said = parts.filter(({ text }) => typeof text === "string");
      return said.length > 1 ? [{ text: said.map(({ text }) => text).join("") }] : parts;
    }),
  ],
  "guesses-thoughts-by-their-words": [
    "GoogleReasoning/planning-without-a-mark",
    /GEM-13: `text`: expected .*THOUGHT.*, got/s,
    eachPart((part) =>
      typeof part.text === "string" ? { ...part, text: part.text.replace(/^THOUGHT:.*\n/, "") } : part,
    ),
  ],
  "takes-signed-parts-for-thoughts": [
    "GoogleReasoning/signature-on-the-text",
    /GEM-80: `text`/,
    eachPart((part) => (part.text && part.thoughtSignature ? { ...part, thought: true } : part)),
  ],
  "passes-over-candidates-with-a-part-that-says-nothing": [
    "GoogleReasoning/signature-on-an-empty-part",
    /a rejection with LLM_(STREAM_INTERRUPTED|PROVIDER_ERROR)/,
    eachCandidate((candidate) =>
      partsOf(candidate).every((part) => typeof part.text === "string" || callOf(part)) ? candidate : undefined,
    ),
  ],
  "gives-each-thought-a-line": [
    "GoogleReasoning/thought-without-text",
    /GEM-87: `reasoning`: expected undefined, got '\\n'/,
    eachPart((part) => (part.thought ? { ...part, text: `${part.text}\n` } : part)),
  ],
};

/** Empty and unusual fields. */
const shapes: LLMMutants = {
  "ends-at-an-event-without-candidates": [
    "GoogleShapes/events-without-candidates",
    /a rejection with LLM_(STREAM_INTERRUPTED|PROVIDER_ERROR)/,
    misreads(readsUntil((event) => candidatesOf(event).length === 0)),
  ],
  "breaks-off-at-a-content-without-parts": [
    "GoogleShapes/contents-without-parts",
    /a rejection with LLM_(STREAM_INTERRUPTED|PROVIDER_ERROR)/,
    misreads(
      readsUntil((event) =>
        candidatesOf(event).some(({ content }) => isObject(content) && content.parts === undefined),
      ),
    ),
  ],
  "writes-unknown-parts-into-the-text": [
    "GoogleShapes/parts-of-another-kind",
    /GEM-84: `text`/,
    eachPart((part) => (typeof part.text === "string" || callOf(part) ? part : { text: JSON.stringify(part) })),
  ],
  "reads-events-and-nothing-else": [
    "GoogleShapes/list-where-events-were-asked-for",
    /a rejection with LLM_PROVIDER_ERROR/,
    misreads((body) => (body.startsWith("[") ? "" : body)),
  ],
};

export const googleWireMutants: LLMMutants = { ...endings, ...calls, ...reasoning, ...shapes };
