import { objectIn, textOf, type WireExchange, type WireObject } from "../exchange.js";
import { jsonReply, onTurn, textReply } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { isAccepted } from "./answers.js";

const protocols = ["openai"] as const;
const area = "errors";

const refusedWith = (status: number, body: object): Inject => onTurn(() => jsonReply(status, body));

/** The body of a turn that was refused; undefined where it is no JSON object. */
function refusalIn({ request, reply }: WireExchange): WireObject | undefined {
  const isTurn = request.kind === "generate" || request.kind === "stream";
  return isTurn && reply.status >= 400 ? objectIn(textOf(reply)) : undefined;
}

const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|body)\b/i.test(text);
const page =
  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center></body>\r\n</html>\r\n";

const tooLong = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens";

/** Errors with a status, and bodies that are none of the protocol's. */
export const errorReplies: readonly Quirk[] = [
  {
    id: "ERR-07",
    name: "an-error-that-is-a-text",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/openai-php/client/pull/624",
    seen: "xAI, LM Studio and Ollama",
    breaks: "The explanation is lost: the user reads `undefined`, and a bad key looks like a bad request.",
    rule: "`error` is an object or its message; what it says is told, and decides as it would in its place.",
    law: "The body of an error is `{ error: { message, type, param, code } }`.",
    fix: "`error.message` is read without a look: take `error` itself where it is a text.",
    scene: "text",
    inject: refusedWith(400, {
      code: "Client specified an invalid argument",
      error: "Incorrect API key provided.",
    }),
    detect: (exchange) =>
      typeof refusalIn(exchange)?.error === "string" ? "`error` is a text, where it should be an object" : undefined,
    expect: { error: ["LLM_UNAUTHORIZED"], retryable: false },
  },
  {
    id: "ERR-55",
    name: "an-error-under-detail",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/openai/openai-node/pull/1746",
    seen: "servers built on FastAPI",
    breaks: "The explanation is lost: the user reads `no body`.",
    rule: "What stands in `detail` is told, and decides as it would in `error.message`.",
    law: "The body of an error is `{ error: { message, type, param, code } }`.",
    fix: "Only `error.message` is read: look at `detail` as well.",
    scene: "text",
    inject: refusedWith(400, { detail: tooLong }),
    detect: (exchange) => {
      const body = refusalIn(exchange);
      return body && body.error === undefined && body.detail !== undefined
        ? "the error stands in `detail`, where it should be `error`"
        : undefined;
    },
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
  {
    id: "ERR-56",
    name: "an-error-that-is-only-a-message",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/crmne/ruby_llm/pull/94",
    seen: "Mistral, and gateways of clouds",
    breaks: "The explanation is lost: the user reads `undefined`.",
    rule: "A `message` at the top is told, and decides as it would in `error.message`.",
    law: "The body of an error is `{ error: { message, type, param, code } }`.",
    fix: "Only `error.message` is read: look at `message` as well.",
    scene: "text",
    inject: refusedWith(400, { object: "error", message: tooLong, type: "invalid_request_error", code: "3051" }),
    detect: (exchange) => {
      const body = refusalIn(exchange);
      return body && body.error === undefined && body.detail === undefined && body.message !== undefined
        ? "the error is not within `error`"
        : undefined;
    },
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
  {
    id: "ERR-08",
    name: "a-page-instead-of-an-error",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/betalgo/openai/issues/447",
    seen: "every proxy",
    breaks: "The JSON parser's own error hides the status, and nothing is tried again.",
    rule: "An error whose body is no JSON is told by its status, without the page.",
    law: "The body of an error is JSON.",
    fix: "The body of an error is parsed as it is: fall back on the status where that fails.",
    scene: "text",
    inject: onTurn(() => textReply(502, page, { "content-type": "text/html" })),
    detect: ({ request, reply }) =>
      request.kind !== "unknown" && reply.status >= 400 && isPage(textOf(reply))
        ? `the body of an error (${reply.status}) is a page, where it should be JSON`
        : undefined,
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502, retryable: true },
  },
  {
    id: "ERR-57",
    name: "a-page-under-a-200",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/JuiceBoxxGames/utsuwa/pull/67",
    seen: "login pages, and base URLs that lead to a website",
    breaks: "The user sees an answer without a word, or a wall of HTML.",
    rule: "A page under a 200 is a bad response, streamed or not, and is not quoted at length.",
    law: "The body of a reply is JSON, or a stream of events.",
    fix: "The body is read as JSON or events whatever it is: look at what it is.",
    scene: "text",
    inject: (exchange) =>
      isAccepted(exchange)
        ? textReply(200, page.replaceAll("502 Bad Gateway", "Welcome"), { "content-type": "text/html" })
        : undefined,
    detect: (exchange) =>
      isAccepted(exchange) && isPage(textOf(exchange.reply))
        ? "the reply is a page, where it should be JSON"
        : undefined,
    expect: { error: ["LLM_BAD_RESPONSE"], status: 502, retryable: false },
  },
  {
    id: "ERR-10",
    name: "a-context-overflow-in-other-words",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/anomalyco/opencode/pull/17763",
    seen: "vLLM, whose `code` is the status",
    breaks: "A caller that could shorten the history and go on is told that its request was bad.",
    rule: "A prompt that is too long is one code, whatever the words and the label.",
    fix: "Only OpenAI's own code is looked for: look at the words as well.",
    scene: "text",
    inject: refusedWith(400, { error: { message: tooLong, type: "BadRequestError", param: null, code: 400 } }),
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
  {
    id: "ERR-80",
    name: "a-context-overflow-under-a-500",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/ggml-org/llama.cpp/pull/15780",
    seen: "llama-server",
    breaks: "What can never succeed is sent three times.",
    rule: "A prompt that is too long is not worth another attempt, also under a 500.",
    fix: "Whatever is a 5xx is tried again: look at the label and the words first.",
    scene: "text",
    inject: refusedWith(500, {
      error: {
        ...{ code: 500, message: "the request exceeds the available context size", type: "exceed_context_size_error" },
        ...{ n_prompt_tokens: 1407, n_ctx: 256 },
      },
    }),
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
  {
    id: "ERR-11",
    name: "a-call-that-the-host-could-not-read",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/groq/groq-typescript/issues/28",
    seen: "Groq",
    breaks: "Nobody can tell what the model wrote, or half a call is run out of the error.",
    rule: "A refusal for what the model wrote is an error of its own, and nothing is run out of it.",
    fix: "The failed generation is parsed as a call: leave it alone, and tell it.",
    scene: "tool",
    inject: refusedWith(400, {
      error: {
        ...{ message: "Failed to call a function.", type: "invalid_request_error", code: "tool_use_failed" },
        failed_generation: '<function=get_temperature={"city":"Paris"}',
      },
    }),
    expect: { error: ["LLM_BAD_RESPONSE", "LLM_REQUEST_REJECTED"], retryable: false },
  },
];
