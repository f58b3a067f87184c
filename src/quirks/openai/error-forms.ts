import { objectIn, textOf } from "../exchange.js";
import { jsonReply, onStream, onTurn } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { isAccepted } from "./answers.js";

/** Any reply to a turn is this one. */
const answering = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Inject =>
  onTurn(() => jsonReply(status, body, headers));
/** The same, where the reply would have been an answer. */
const under200 = (body: unknown): Inject =>
  onTurn((exchange) => (isAccepted(exchange) ? jsonReply(200, body) : undefined));

const tooLong = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens";

const row = { class: "variant", protocols: ["openai"], area: "errors", scene: "text", level: "should" } as const;
const lost = "The explanation is lost, and what the caller could mend is a riddle.";
const silent = "The user sees an answer without a word, and no error.";

/** Where single hosts and gateways put their errors: nobody has to know them all. */
export const errorForms: readonly Quirk[] = [
  {
    ...row,
    id: "ERR-30",
    name: "a-list-of-misfits-under-detail",
    report: "https://github.com/openai/openai-node/pull/1746",
    seen: "servers built on FastAPI",
    breaks: lost,
    rule: "A list under `detail` is told entry by entry, with the place of each, and decides as a message would.",
    fix: "`detail` is read as a text: join the `msg` of its entries where it is a list.",
    inject: answering(422, {
      detail: [
        { type: "extra_forbidden", loc: ["body", "tools"], msg: "Extra inputs are not permitted", input: [] },
        "and nothing else",
      ],
    }),
    expect: { error: ["LLM_UNSUPPORTED"], retryable: false },
  },
  {
    ...row,
    id: "ERR-31",
    name: "what-the-provider-behind-it-said",
    report: "https://openrouter.ai/docs/api/reference/errors-and-debugging",
    seen: "OpenRouter",
    breaks: lost,
    rule: "What a router quotes of the provider behind it decides like its own words.",
    fix: "Only `error.message` is read, which says that something failed: look into `metadata.raw` as well.",
    inject: answering(400, {
      error: {
        ...{ message: "Provider returned error", code: 400 },
        metadata: { provider_name: "Other", raw: JSON.stringify({ error: { message: tooLong } }) },
      },
    }),
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], status: 400, retryable: false },
  },
  {
    ...row,
    id: "ERR-32",
    name: "an-error-within-a-list",
    report: "https://github.com/dcdpr/jp/pull/1061",
    seen: "Google's endpoint for this protocol",
    breaks: lost,
    rule: "A list with one error is that error, and its details tell how long to wait.",
    fix: "The body is read as an object: take the first entry where it is a list.",
    inject: answering(429, [
      {
        error: {
          ...{ code: 429, status: "RESOURCE_EXHAUSTED", message: "Resource has been exhausted." },
          details: [
            { "@type": "type.googleapis.com/google.rpc.Help" },
            { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1m30.5s" },
          ],
        },
      },
    ]),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true, retryAfterMs: 90_500 },
  },
  {
    ...row,
    id: "ERR-33",
    name: "a-fault",
    report: "https://docs.apigee.com/api-platform/fundamentals/fault-handling",
    seen: "gateways built on Apigee",
    breaks: lost,
    rule: "What stands in `fault` is an error, and `faultstring` its message.",
    fix: "Only `error` is looked for: look at `fault` as well.",
    inject: answering(400, { fault: { faultstring: tooLong, detail: { errorcode: "steps.raisefault.RaiseFault" } } }),
    expect: { error: ["LLM_CONTEXT_TOO_LONG"], retryable: false },
  },
  {
    ...row,
    id: "ERR-34",
    name: "a-fault-under-a-200",
    report: "https://docs.apigee.com/api-platform/fundamentals/fault-handling",
    seen: "gateways built on Apigee",
    breaks: silent,
    rule: "A fault is an error, whatever the status.",
    fix: "Only the status is looked at: look for `fault` in the body as well.",
    inject: under200({ fault: { faultstring: "The target is down", detail: { errorcode: "messaging.TargetDown" } } }),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    ...row,
    id: "ERR-35",
    name: "a-failure-in-a-status-of-its-own",
    report: "https://platform.minimax.io/docs/api-reference/text-post",
    seen: "MiniMax",
    breaks: silent,
    rule: "A `base_resp` whose code is not 0 is an error, and `status_msg` its message.",
    fix: "Only `error` is looked for: look at `base_resp.status_code` as well.",
    inject: under200({ choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } }),
    expect: { error: ["LLM_QUOTA_EXCEEDED"], status: 429, retryable: false },
  },
  {
    ...row,
    id: "ERR-36",
    name: "a-success-in-a-status-of-its-own",
    report: "https://platform.minimax.io/docs/api-reference/text-post",
    seen: "MiniMax",
    breaks: "Every answer is taken for an error.",
    rule: "A `base_resp` whose code is 0 says that all is well.",
    fix: "Whatever has a `base_resp` is an error: look at its code.",
    inject: (exchange) => {
      const body = isAccepted(exchange) ? objectIn(textOf(exchange.reply)) : undefined;
      return body && jsonReply(200, { ...body, base_resp: { status_code: 0, status_msg: "success" } });
    },
    on: "generate",
    expect: "unchanged",
  },
  {
    ...row,
    id: "ERR-37",
    name: "a-list-of-errors",
    report: "https://developers.cloudflare.com/workers-ai/platform/errors/",
    seen: "gateways of Cloudflare",
    breaks: lost,
    rule: "The first of `errors` is the error, where there is no other.",
    fix: "Only `error` is looked for: look at `errors` as well.",
    inject: answering(400, {
      ...{ success: false, result: null, messages: [] },
      errors: [{ code: 5007, message: "No such model @cf/none or task" }],
    }),
    expect: { error: ["LLM_MODEL_NOT_FOUND"], status: 404, retryable: false },
  },
  {
    ...row,
    id: "ERR-38",
    name: "a-prompt-that-is-blocked",
    report: "https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter",
    seen: "Azure",
    breaks: "What the provider decided about a text looks like a fault of the program.",
    rule: "A prompt that the provider's filter blocks is an answer without a word, which ended by `content_filter`.",
    fix: "Every 400 is a bad request: look for `content_filter` in its code.",
    inject: answering(400, {
      error: {
        ...{ message: "The response was filtered due to the prompt.", type: null, param: "prompt" },
        ...{ code: "content_filter", status: 400, innererror: { code: "ResponsibleAIPolicyViolation" } },
      },
    }),
    expect: { response: { text: "", finishReason: "content_filter", usage: {} } },
  },
  {
    ...row,
    id: "ERR-39",
    name: "a-parameter-that-is-refused-by-its-name",
    report: "https://platform.openai.com/docs/guides/error-codes",
    seen: "OpenAI's reasoning models",
    breaks: "A caller that could leave a setting out is told that its request was bad.",
    rule: "A refusal that names a parameter is LLM_UNSUPPORTED, and tells which.",
    fix: "Only the status is looked at: look at `param` and `code`.",
    inject: answering(400, {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default is supported.",
        ...{ type: "invalid_request_error", param: "temperature", code: "unsupported_value" },
      },
    }),
    expect: { error: ["LLM_UNSUPPORTED"], status: 400, retryable: false },
  },
  {
    ...row,
    id: "ERR-40",
    name: "words-of-a-refusal-that-refuse-nothing",
    report: "https://github.com/anomalyco/opencode/pull/17763",
    seen: "every host that explains itself",
    breaks: "A request that was merely bad is taken for one that this provider can never take.",
    rule: "A refusal is one where it stands beside what it refuses, in one sentence.",
    fix: "The message is searched for single words: look at what stands together.",
    inject: answering(400, {
      error: {
        message: "This region is not supported. Use our tools to choose another.",
        ...{ type: "invalid_request_error", param: null, code: null },
      },
    }),
    expect: { error: ["LLM_REQUEST_REJECTED"], status: 400, retryable: false },
  },
  {
    ...row,
    id: "ERR-41",
    name: "a-limit-by-the-day",
    report: "https://github.com/continuedev/continue/issues/10920",
    seen: "Groq",
    breaks: "A batch waits for minutes, again and again, for what comes back tomorrow.",
    rule: "A 429 for a limit by the day is a spent quota.",
    fix: "Every 429 is worth waiting: look at which limit it names.",
    inject: answering(429, {
      error: {
        message: "Rate limit reached for model `x` on tokens per day (TPD): Limit 100000, Used 99999.",
        ...{ type: "tokens", code: "rate_limit_exceeded" },
      },
    }),
    expect: { error: ["LLM_QUOTA_EXCEEDED"], status: 429, retryable: false },
  },
  {
    ...row,
    id: "ERR-42",
    name: "a-key-that-is-refused-with-a-400",
    report: "https://github.com/openai-php/client/pull/624",
    seen: "Google's endpoint for this protocol, and xAI",
    breaks: "An expired key looks like a fault of the program.",
    rule: "What says that the key is wrong is LLM_UNAUTHORIZED, also under a 400.",
    fix: "Only a 401 is mapped: look at the words of a 400 as well.",
    inject: answering(400, [
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
    ]),
    expect: { error: ["LLM_UNAUTHORIZED"], status: 401, retryable: false },
  },
  {
    ...row,
    id: "ERR-43",
    name: "a-status-that-is-a-text",
    report: "https://github.com/jasonacox/TinyLLM/issues/17",
    seen: "Azure, and gateways before it",
    breaks: "A limit that passes looks like a fault that stays.",
    rule: "A code that is a status is one, also where it is written as a text.",
    fix: "Only numbers count as a status: take three digits in a text for one.",
    inject: under200({ error: { message: "queue full", type: "overloaded", code: "429" } }),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429 },
  },
  {
    ...row,
    id: "ERR-44",
    name: "a-parameter-that-nobody-knows",
    report: "https://platform.openai.com/docs/guides/error-codes",
    seen: "OpenAI",
    breaks: "A caller that could leave a setting out is told that its request was bad.",
    rule: "A parameter that is not known is LLM_UNSUPPORTED, also where only the label and the words tell.",
    fix: "Only `param` is looked at: look at `code` and the message as well.",
    inject: answering(400, {
      error: {
        message: "Unknown parameter: 'response_format.json_schema'.",
        ...{ type: "invalid_request_error", param: "", code: "unknown_parameter" },
      },
    }),
    expect: { error: ["LLM_UNSUPPORTED"], status: 400, retryable: false },
  },
  {
    ...row,
    id: "ERR-45",
    name: "no-success-and-no-error",
    report: "https://github.com/XpressAI/xaibo/pull/36",
    seen: "gateways that answer 200 to everything",
    breaks: silent,
    rule: "What says that it is no success, and holds no answer, is an error.",
    fix: "Only `error` is looked for: look at `success` and `code` as well.",
    inject: under200({ success: false, code: "Busy", data: null }),
    expect: { error: ["LLM_PROVIDER_ERROR"], status: 502 },
  },
  {
    ...row,
    id: "ERR-46",
    name: "a-limit-that-is-told-in-words",
    report: "https://github.com/apache/rocketmq-dashboard/issues/2178",
    seen: "gateways that hand on no more than a text",
    breaks: "A limit that passes looks like a fault that stays.",
    rule: "An error within a stream that has no status is sorted by its words.",
    fix: "Errors among the chunks are all one code: look at their labels and words.",
    on: "stream",
    inject: onStream(
      () => `data: ${JSON.stringify({ error: { message: "Rate limit reached, too many requests" } })}\n\n`,
    ),
    expect: { error: ["LLM_RATE_LIMITED"], status: 429 },
  },
];
