import { isObject, type LLM } from "../../contract/index.js";
import { openAICompatible } from "../../drivers/index.js";
import { misreads, type WireBody } from "../break-wire.js";
import type { LLMMutants, Staged } from "../mutant.js";
import { choiceIn, objectIn, reading, readingAnswers } from "../read-wrongly.js";

const openai = (misread: (body: string) => string) => misreads("openai", misread);
const ofStreams = (misread: (body: string) => string) =>
  openai((body) => (body.startsWith("data:") ? misread(body) : body));

const sentinel = "data: [DONE]\n\n";
const reason = (label: string) => `data: {"choices":[{"index":0,"delta":{},"finish_reason":"${label}"}]}\n\n`;
const hasReason = (body: string): boolean => /"finish_reason":"[^"]/.test(body);
const hasCalls = (body: string): boolean => body.includes('"tool_calls":[');

/** Takes every finish reason for another. */
const relabelled = (change: (label: string, body: string) => string | null) => (body: string) =>
  body.replaceAll(
    /"finish_reason":"([^"]*)"/g,
    (_, label: string) => `"finish_reason":${JSON.stringify(change(label, body))}`,
  );

const withoutCalls = readingAnswers(({ tool_calls: _, ...answer }) => answer);

/** Closes the text and the object that arguments break off in. */
const repaired = (args: string): string => (objectIn(args) || args === "" ? args : `${args}"}`);

const withArguments = (call: WireBody, args: string): WireBody => ({
  ...call,
  function: { ...(isObject(call.function) ? call.function : {}), arguments: args },
});

/** Repairs what cannot be parsed, of the one call that an answer has. */
const repairing = (body: string): string => {
  const called = [...body.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  const whole = repaired(called.join(""));
  let seen = 0;
  return readingAnswers((answer) => {
    if (!Array.isArray(answer.tool_calls)) return answer;
    const calls = answer.tool_calls.map((call: WireBody) => {
      seen += 1;
      const args = isObject(call.function) ? call.function.arguments : "";
      return withArguments(call, seen === called.length ? whole.slice(called.slice(0, -1).join("").length) : `${args}`);
    });
    return { ...answer, tool_calls: calls };
  })(body);
};

/** Reads a body to its end before it looks at it. */
const readsToTheEnd: Staged<LLM> = {
  stage: "openai",
  make: (stage, harm) =>
    openAICompatible({
      ...stage,
      preset: "openai",
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        let body = "";
        const decoder = new TextDecoder();
        for await (const read of response.body ?? []) {
          body += decoder.decode(read, { stream: true });
          // What it waits for from here on is nothing.
          if (body.includes(sentinel)) harm();
        }
        return new Response(body, { status: response.status, headers: response.headers });
      },
    }),
};

/** What a careless parser makes of the end of an answer. */
export const endingMutants: LLMMutants = {
  "takes-the-end-of-the-body-for-the-end-of-a-call": [
    "OpenAIEndings/end-in-a-tool-call",
    /expected a rejection with LLM_STREAM_INTERRUPTED, got/,
    ofStreams((body) => (hasReason(body) || body.includes(sentinel) ? body : body + reason("tool_calls"))),
  ],
  "takes-the-end-of-the-body-for-the-end-of-a-text": [
    "OpenAIEndings/end-in-the-text",
    /expected a rejection with LLM_STREAM_INTERRUPTED, got/,
    ofStreams((body) => (hasReason(body) || body.includes(sentinel) ? body : body + reason("stop"))),
  ],
  "wants-a-finish-reason-for-every-text": [
    "OpenAIEndings/sentinel-without-a-finish-reason",
    /a rejection with LLM_STREAM_INTERRUPTED/,
    ofStreams((body) => (hasReason(body) ? body : body.replace(sentinel, ""))),
  ],
  "keeps-calls-for-the-label-that-never-comes": [
    "OpenAIEndings/sentinel-without-a-finish-reason-after-calls",
    /TERM-51: `text`/,
    ofStreams((body) => (hasReason(body) ? body : withoutCalls(body))),
  ],
  "takes-the-sentinel-for-proof": [
    "OpenAIEndings/sentinel-over-a-cut-call",
    /expected a rejection with LLM_STREAM_INTERRUPTED, got/,
    ofStreams((body) => (hasReason(body) ? body : body.replace(sentinel, reason("tool_calls") + sentinel))),
  ],
  "wants-the-sentinel": [
    "OpenAIEndings/no-sentinel",
    /a rejection with LLM_STREAM_INTERRUPTED/,
    ofStreams((body) => (body.includes(sentinel) ? body : relabelled(() => null)(body))),
  ],
  "reads-a-body-to-its-end": ["OpenAIEndings/open-after-the-sentinel", /nothing came of it/, readsToTheEnd],
  "passes-over-the-sentinel": [
    "OpenAIEndings/events-after-the-sentinel",
    /a rejection with LLM_BAD_RESPONSE/,
    ofStreams((body) => (body.split(sentinel).length > 2 ? body.replace(sentinel, "") : body)),
  ],
  "takes-what-is-not-null-for-an-end": [
    "OpenAIEndings/empty-finish-reasons",
    /TERM-07: `text`/,
    ofStreams((body) => {
      const at = body.indexOf('"finish_reason":""');
      return at < 0 ? body : body.slice(0, body.indexOf("\n\n", at) + 2) + reason("stop") + sentinel;
    }),
  ],
  "goes-by-the-label-and-not-by-the-calls": [
    "OpenAIEndings/calls-under-the-label-stop",
    /TERM-09: `text`/,
    openai((body) => (body.includes('"finish_reason":"stop"') && hasCalls(body) ? withoutCalls(body) : body)),
  ],
  "takes-the-label-for-a-call": [
    "OpenAIEndings/calls-announced-and-absent",
    /a rejection with LLM_BAD_RESPONSE/,
    openai(
      reading((object) => {
        const { finish_reason: label, delta, message } = choiceIn(object);
        const answer = message ?? delta;
        if (label !== "tool_calls" || !isObject(answer) || answer.tool_calls) return object;
        const call = { index: 0, id: "undefined", function: { name: "", arguments: "" } };
        const said = { ...answer, tool_calls: [call] };
        return { ...object, choices: [{ ...choiceIn(object), [message ? "message" : "delta"]: said }] };
      }),
    ),
  ],
  "takes-what-it-does-not-know-for-stop": [
    "OpenAIEndings/a-finish-reason-that-nobody-knows",
    /TERM-57: `finishReason`: expected 'other', got 'stop'/,
    openai(
      relabelled((label) => (["length", "tool_calls", "content_filter", "error"].includes(label) ? label : "stop")),
    ),
  ],
  "repairs-arguments-that-were-cut": [
    "OpenAIEndings/arguments-cut-by-the-limit",
    /TERM-11: `toolCalls`/,
    openai(repairing),
  ],
  "runs-what-it-has-repaired": [
    "OpenAIEndings/cut-arguments-under-the-label-tool-calls",
    /TERM-59: `toolCalls`/,
    openai(repairing),
  ],
};
