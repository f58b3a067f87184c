import { isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import { either, jsonReply, onBody, onChunks, onTurn } from "../inject.js";
import { fencedIn, jsonIn, misfit } from "../json-schema.js";
import type { Quirk } from "../quirk.js";
import { askedIn, deltaOf, finishReasonsIn, isFilled, textsIn, withDelta } from "./answers.js";
import { callsIn, listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "structured-output";
const guide = "https://platform.openai.com/docs/guides/structured-outputs";

const formatOf = (exchange: WireExchange): WireObject => {
  const { response_format: format } = askedIn(exchange);
  return isWireObject(format) ? format : {};
};

/** The schema that an answer has to have; undefined where none was asked for, or not strictly. */
function strictSchema(exchange: WireExchange): WireObject | undefined {
  const { type, json_schema: wanted } = formatOf(exchange);
  if (type !== "json_schema" || !isWireObject(wanted) || wanted.strict !== true) return undefined;
  return isWireObject(wanted.schema) ? wanted.schema : undefined;
}

/** An answer in JSON that came whole, and was not refused; undefined for any other. */
function answerIn(exchange: WireExchange): string | undefined {
  if (!["json_schema", "json_object"].includes(formatOf(exchange).type as string)) return undefined;
  const text = textsIn(exchange).join("");
  const isWhole = finishReasonsIn(exchange).join() === "stop" && callsIn(exchange).length === 0;
  return isWhole && text !== "" ? text : undefined;
}

/** Changes the text of an answer in JSON; of a stream, all of it at once. */
const onAnswerText =
  (change: (text: string, exchange: WireExchange) => string | undefined) => (exchange: WireExchange) => {
    const text = answerIn(exchange);
    const changed = text === undefined ? undefined : change(text, exchange);
    if (changed === undefined) return undefined;
    let isFirst = true;
    return either(
      onChunks((chunk) => {
        const delta = deltaOf(chunk);
        if (!isFilled(delta.content)) return undefined;
        const pieces = isFirst ? [withDelta(chunk, { ...delta, content: changed })] : [];
        isFirst = false;
        return pieces;
      }),
      onBody((body) => {
        const [choice] = listOf(body.choices);
        const message = isWireObject(choice?.message) ? choice.message : {};
        return { ...body, choices: [{ ...choice, message: { ...message, content: changed } }] };
      }),
    )(exchange);
  };

const refusing = (body: object) =>
  onTurn((exchange) => (formatOf(exchange).type === undefined ? undefined : jsonReply(400, body)));

const openObject = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const asking = (response_format: object) => ({
  path: "/v1/chat/completions",
  body: { model: "m", messages: [{ role: "user", content: "Where?" }], response_format },
});

/** Answers in JSON, and the schemas that they are asked for with. */
export const structuredOutput: readonly Quirk[] = [
  {
    id: "STR-01",
    name: "strict-schema-that-is-open",
    class: "request",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/6484",
    seen: "clients that always ask for strict mode",
    breaks: "The request is refused for an optional field, or for one object deep inside.",
    rule: "Strict mode is asked for only where every object is closed and needs all of its properties, at every depth.",
    detect: (exchange) => {
      const schema = strictSchema(exchange);
      const open = schema && openIn(schema);
      return open && `the schema is sent as strict, and ${open}`;
    },
    example: asking({ type: "json_schema", json_schema: { name: "city", strict: true, schema: openObject } }),
  },
  {
    id: "STR-51",
    name: "optional-made-required",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/moeru-ai/xsai/issues/202",
    seen: "clients that rewrite schemas for strict mode",
    breaks: "What was optional comes back as null, or the caller's schema is another one after the call.",
    rule: "A schema goes out as it is, and is left as it was.",
    checks: [
      "SchemaArrivesWhole/optional-stays-optional",
      "StructuredOutputIsJSON/schema-is-sent",
      "StructuredOutputIsJSON/schema-is-not-changed",
    ],
  },
  {
    id: "STR-02",
    name: "schema-refused",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/llm-exe/llm-exe/issues/662",
    seen: "DeepSeek",
    breaks: "A service that could do without the schema learns only that something was wrong with the request.",
    rule: "A refusal of the response format is `LLM_UNSUPPORTED`, and nothing is asked again without the schema.",
    fix: "Every 400 is the same error: read its message.",
    scene: "json",
    inject: refusing({
      error: {
        message: "This response_format type is unavailable now",
        type: "invalid_request_error",
        param: null,
        code: "invalid_request_error",
      },
    }),
    expect: { error: ["LLM_UNSUPPORTED"], retryable: false },
  },
  {
    id: "STR-04",
    name: "response-format-refused-in-a-string",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/189",
    seen: "LM Studio",
    breaks: "The error says nothing, or `undefined`.",
    rule: "An error that is a string is its message, and a refusal in it is `LLM_UNSUPPORTED`.",
    fix: "`error.message` is read without looking: take `error` itself where it is a string.",
    scene: "json",
    inject: refusing({ error: "'response_format.type' must be 'json_schema' or 'text'" }),
    expect: { error: ["LLM_UNSUPPORTED"], retryable: false },
  },
  {
    id: "STR-05",
    name: "json-in-a-code-fence",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/vectorize-io/hindsight/issues/645",
    seen: "hosts that ask the model for JSON and do not hold it to it",
    breaks: "A right answer does not parse.",
    rule: "`text` keeps the fence, as it was written; who extracts a value takes it off before.",
    law: "Under a response format the answer is JSON and nothing else.",
    fix: "Fences are cut out of `text`, at times those within the JSON: leave it, and take them off in `extract`.",
    scene: "json",
    inject: onAnswerText((text) => (jsonIn(text) ? `\`\`\`json\n${text}\n\`\`\`` : undefined)),
    detect: (exchange) => {
      const text = answerIn(exchange);
      const inner = text === undefined ? undefined : fencedIn(text);
      return inner !== undefined && jsonIn(inner) ? "the answer under a schema is JSON in a code fence" : undefined;
    },
    expect: { response: { text: '```json\n{"name": "Paris", "kind": "capital"}\n```' } },
  },
  {
    id: "STR-60",
    name: "answer-that-breaks-its-schema",
    class: "deviation",
    protocols,
    area,
    report: guide,
    seen: "hosts that take `strict` and ignore it",
    breaks: "A field that must be there is missing, or one that nobody knows is there.",
    rule: "`text` is what the model wrote; who extracts a value checks it.",
    law: "Under a strict schema the answer satisfies it.",
    fix: "The driver mends the answer, or throws at it: give it as it is, and let `extract` judge it.",
    scene: "json",
    inject: onAnswerText((text, exchange) => {
      const object = objectIn(text);
      const schema = strictSchema(exchange);
      if (!object || schema?.additionalProperties !== false) return undefined;
      return JSON.stringify({ ...object, confidence: 1 });
    }),
    detect: (exchange) => {
      const text = answerIn(exchange);
      const schema = strictSchema(exchange);
      if (text === undefined || !schema) return undefined;
      const answer = jsonIn(text);
      if (!answer) return fencedIn(text) === undefined ? "the answer under a strict schema is no JSON" : undefined;
      const wrong = misfit(answer.value, schema);
      return wrong && `the answer under a strict schema does not fit it: ${wrong}`;
    },
    expect: { response: { text: '{"name":"Paris","kind":"capital","confidence":1}' } },
  },
  {
    id: "STR-08",
    name: "json-mode-without-the-word",
    class: "request",
    protocols,
    area,
    report: "https://github.com/vercel/ai/pull/7508",
    seen: "clients that switch JSON mode on and leave the prompt to the caller",
    breaks: "The request is refused.",
    rule: "Where JSON mode is used, the driver says the word JSON itself.",
    detect: (exchange) =>
      formatOf(exchange).type === "json_object" && !/json/i.test(JSON.stringify(askedIn(exchange).messages ?? []))
        ? "`response_format` is `json_object`, and no message has the word JSON"
        : undefined,
    example: asking({ type: "json_object" }),
  },
];

/** Where a schema is not as strict mode wants it; undefined where it is. */
function openIn(schema: unknown, at = "$"): string | undefined {
  if (!isWireObject(schema)) return undefined;
  const properties = isWireObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  if ([schema.type].flat().includes("object")) {
    if (schema.additionalProperties !== false) return `\`${at}\` is not closed by \`additionalProperties: false\``;
    const optional = Object.keys(properties).find((name) => !required.includes(name));
    if (optional !== undefined) return `\`${at}.${optional}\` is not required`;
  }
  const groups = { ...properties, ...definitionsOf(schema.$defs), ...definitionsOf(schema.definitions) };
  const inner: readonly (readonly [string, unknown])[] = [
    ...Object.entries(groups).map(([name, value]) => [`${at}.${name}`, value] as const),
    [`${at}[]`, schema.items],
    ...(Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => [at, one] as const) : []),
  ];
  for (const [place, one] of inner) {
    const open = openIn(one, place);
    if (open !== undefined) return open;
  }
  return undefined;
}

const definitionsOf = (value: unknown): WireObject => (isWireObject(value) ? value : {});
