import { isEventStream, isWireObject, objectIn, textOf, type WireObject, withText } from "../exchange.js";
import { jsonReply, onStream } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { isAccepted, isFilled, onChoices } from "./answers.js";

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const sentinel = "data: [DONE]\n\n";

/** Puts events in the place of a stream. */
const instead = (...events: readonly string[]): Inject => onStream(() => events.join("") + sentinel);

/** Puts a change of it in the place of the last chunk with a choice, and of all behind it. */
const atTheEnd = (change: (chunk: WireObject, choice: WireObject) => object): Inject =>
  onStream((text) => {
    const blocks = text.split("\n\n").filter((block) => block !== "");
    const chunks = blocks.map((block) => objectIn(block.replace(/^data: /, "")));
    const last = chunks.findLastIndex((chunk) => Array.isArray(chunk?.choices) && chunk.choices.length > 0);
    const chunk = chunks[last];
    if (!chunk) return undefined;
    const [choice] = chunk.choices as WireObject[];
    return [...blocks.slice(0, last), `data: ${JSON.stringify(change(chunk, choice ?? {}))}`, ""].join("\n\n");
  });

const row = { class: "variant", protocols: ["openai"], area: "errors", scene: "text" } as const;

/** Errors within a 2xx. */
export const inBandErrors: readonly Quirk[] = [
  {
    ...row,
    id: "ERR-01",
    name: "an-error-instead-of-chunks",
    report: "https://github.com/BerriAI/litellm/issues/40578",
    seen: "gateways with a queue",
    breaks: "The user sees an answer without a word, and no error.",
    rule: "An event that holds an error rejects with the code that its status stands for.",
    fix: "Only `choices` is read: look for `error` first.",
    on: "stream",
    inject: instead(event({ error: { message: "queue full", type: "overloaded", code: 429 } })),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429 },
  },
  {
    ...row,
    class: "deviation",
    id: "ERR-50",
    name: "an-error-under-a-200",
    report: "https://github.com/apache/rocketmq-dashboard/issues/2178",
    seen: "gateways that answer 200 to everything",
    breaks: "The user sees an answer without a word, and no error.",
    rule: "A body that holds an error rejects, whatever the status, with the code that its own status stands for.",
    law: "An error comes with a status of 4xx or 5xx.",
    fix: "Only the status is looked at: look for `error` in the body as well.",
    on: "generate",
    inject: (exchange) =>
      isAccepted(exchange)
        ? jsonReply(200, { error: { message: "queue full", type: "overloaded", code: 429 } })
        : undefined,
    detect: (exchange) => {
      const body = isAccepted(exchange) && !isEventStream(exchange) ? objectIn(textOf(exchange.reply)) : undefined;
      return (isWireObject(body?.error) || isFilled(body?.error)) && !Array.isArray(body?.choices)
        ? "the reply is an error under the status 200"
        : undefined;
    },
    expect: { error: ["LLM_RATE_LIMITED"], status: 429 },
  },
  {
    ...row,
    id: "ERR-51",
    name: "an-error-behind-text",
    report: "https://github.com/open-octo/octo-agent/pull/910",
    seen: "every gateway whose upstream fails late",
    breaks: "Half an answer is shown, and stored, as whole.",
    rule: "An error behind text rejects with its code, and is not worth another attempt.",
    fix: "Only `choices` is read: look for `error` in every event.",
    on: "stream",
    inject: atTheEnd(() => ({ error: { message: "upstream failed", type: "server_error", code: 503 } })),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 503, retryable: false },
  },
  {
    ...row,
    id: "ERR-02",
    name: "an-error-beside-a-finish-reason",
    report: "https://github.com/damianvtran/local-operator/pull/223",
    seen: "OpenRouter",
    breaks: "The label `error` passes for one of many ways to end, and half an answer is stored as whole.",
    rule: "A chunk with an error beside its choices rejects with the error's code and status.",
    fix: "A chunk with choices is taken for a part of the answer: look for `error` first.",
    on: "stream",
    inject: atTheEnd((chunk, choice) => ({
      ...chunk,
      choices: [{ ...choice, delta: { content: "" }, finish_reason: "error" }],
      error: { code: 504, message: "provider disconnected", metadata: { error_type: "provider_unavailable" } },
    })),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 504, retryable: false },
  },
  {
    ...row,
    id: "ERR-52",
    name: "the-finish-reason-error",
    report: "https://github.com/diegosouzapw/OmniRoute/pull/8210",
    seen: "OpenRouter, vLLM and gateways",
    breaks: "Half an answer is shown, and stored, as whole.",
    rule: "The finish reason `error` rejects, also where no error stands beside it.",
    fix: "The label is one of those that nobody knows: look for `error`.",
    inject: (exchange) =>
      isAccepted(exchange)
        ? onChoices((choice) =>
            isFilled(choice.finish_reason) && choice.finish_reason !== "error"
              ? { ...choice, finish_reason: "error" }
              : undefined,
          )(exchange)
        : undefined,
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    ...row,
    id: "ERR-53",
    name: "an-error-within-a-choice",
    report: "https://github.com/diegosouzapw/OmniRoute/pull/8210",
    seen: "OpenRouter",
    breaks: "The user sees an answer without a word, and no error.",
    rule: "An error within a choice rejects like one beside it.",
    fix: "Only `error` at the top is looked for: look into the choices as well.",
    on: "stream",
    inject: atTheEnd((chunk, choice) => ({
      ...chunk,
      choices: [{ ...choice, delta: {}, finish_reason: null, error: { code: 503, message: "provider overloaded" } }],
    })),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 503, retryable: false },
  },
  {
    ...row,
    id: "ERR-05",
    name: "an-event-named-error",
    report: "https://github.com/zendev-sh/goai/pull/110",
    seen: "LM Studio",
    breaks: "An event with a name, or an error without a type, is passed over, and the answer is empty.",
    rule: "An event named `error` rejects, with whatever message it has.",
    fix: "Events with a name are passed over, or only errors with a type count.",
    on: "stream",
    inject: instead(`event: error\n${event({ error: { message: "Compute error." }, message: "Compute error." })}`),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    ...row,
    id: "ERR-54",
    name: "an-error-that-is-the-chunk",
    report: "https://github.com/BerriAI/litellm/issues/4562",
    seen: "vLLM, SGLang and what is built on FastAPI",
    breaks: "The user sees an answer without a word, and no error.",
    rule: "A chunk that says it is an error is one, also without a field `error`.",
    fix: "Only `error` is looked for: look at `object` and at what stands in the place of choices.",
    on: "stream",
    inject: instead(event({ object: "error", message: "The engine is dead.", type: "InternalServerError", code: 500 })),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 500 },
  },
  {
    ...row,
    id: "ERR-81",
    name: "a-context-overflow-within-a-stream",
    report: "https://github.com/anomalyco/opencode/issues/44888",
    seen: "hubs in front of open models",
    breaks: "A caller that could shorten the history tries the same request again.",
    rule: "A prompt that is too long is one code, also where it is told within a stream.",
    fix: "Errors among the chunks are all one code: map them with the function that maps those of a status.",
    on: "stream",
    inject: (exchange) =>
      isEventStream(exchange)
        ? withText(
            exchange.reply,
            event({
              error: { message: "Prompt exceeds max length: maximum context length is 8192 tokens", code: "1261" },
            }),
          )
        : undefined,
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
];
