import type { LLM, LLMRequest } from "../../contract/index.js";
import { badLLM, badRequest, badResponse } from "../break-llm.js";
import { badEvents } from "../break-stream.js";
import { badBody, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { setting, writingInto } from "../write-into-request.js";
import { without } from "./spoilt-requests.js";

/** Changes the schema on the wire. */
const badSchema = (change: (schema: WireBody) => WireBody) =>
  badBody((body) => {
    const format = body.response_format as { json_schema?: { schema: WireBody } } | undefined;
    if (!format?.json_schema) return body;
    const { json_schema } = format;
    return {
      ...body,
      response_format: { ...format, json_schema: { ...json_schema, schema: change(json_schema.schema) } },
    };
  });

/** What becomes of a schema, and of the answer to it; and of a request's own model. */
export const structuredOutputMutants: LLMMutants = {
  "chats-around-the-json": [
    "StructuredOutputIsJSON/text-parses",
    /`text`: expected JSON, got 'Here you are/,
    badResponse(({ text }) => ({ text: `Here you are:\n${text}` })),
  ],
  "answers-with-half-the-schema": [
    "StructuredOutputIsJSON/text-satisfies-the-schema",
    /`kind` in the JSON of `text`: expected 'capital' or 'other', got/,
    badResponse(() => ({ text: '{"name":"Paris"}' })),
  ],
  "writes-the-json-anew": [
    "StructuredOutputIsJSON/text-is-untouched",
    /`text`: expected /,
    badResponse(({ text }) => ({ text: JSON.stringify(JSON.parse(text)) })),
  ],
  "wishes-for-json-without-a-schema": [
    "StructuredOutputIsJSON/schema-is-sent",
    /the schema of the request sent: expected the caller's, got none/,
    badRequest(without("schema")),
  ],
  "sorts-enums": [
    "StructuredOutputIsJSON/schema-is-sent",
    /enum/,
    badSchema((schema) => {
      const properties = schema.properties as Record<string, { enum?: string[] }>;
      return {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [
            name,
            value.enum ? { ...value, enum: value.enum.toSorted().toReversed() } : value,
          ]),
        ),
      };
    }),
  ],
  "annotates-the-callers-schema": [
    "StructuredOutputIsJSON/schema-is-not-changed",
    /the caller's request after the call, at `schema\.schema\.\$schema`/,
    writingInto(["generate", "stream"], ({ schema }) =>
      schema?.schema ? setting(schema.schema, "$schema", "https://json-schema.org/draft/2020-12/schema") : undefined,
    ),
  ],
  "streams-a-code-fence": [
    "StructuredOutputIsJSON/streamed-text-fits-too",
    /`text`: expected JSON, got '```json/,
    badEvents(async function* (events, harm) {
      harm();
      yield { type: "text", text: "```json\n", step: 1 };
      yield* events;
    }),
  ],

  "reports-the-usual-model": [
    "PerRequestModelIsHonouredOrRefused/honoured-or-refused",
    /`model` of the response: expected .*, got 'memory'/,
    badResponse(() => ({ model: "memory" })),
  ],
  "ignores-the-requests-model": [
    "PerRequestModelIsHonouredOrRefused/model-is-sent",
    /the model sent: expected .*, got undefined/,
    badRequest(without("model")),
  ],
  "streams-from-the-usual-model": [
    "PerRequestModelIsHonouredOrRefused/streams-honour-it-too",
    /the model sent: expected .*, got undefined/,
    badLLM((llm) => ({
      stream: (request: LLMRequest, options?: object) => llm.stream(without("model")(request), options),
    })),
  ],
  "stays-with-the-latest-model": [
    "PerRequestModelIsHonouredOrRefused/next-call-is-back",
    /the model sent for the next request: expected .*, got 'touchstone-other-model'/,
    (llm, harm) => {
      let latest: string | undefined;
      return badRequest((request) => {
        latest = request.model ?? latest;
        return latest === undefined ? request : { ...request, model: latest };
      })(llm, harm);
    },
  ],
  "keeps-the-requests-model-as-its-own": [
    "PerRequestModelIsHonouredOrRefused/own-model-is-unchanged",
    /`model` of the LLM after the call: expected /,
    badLLM((llm) => {
      let model = llm.model;
      return {
        get model() {
          return model;
        },
        async generate(...call: Parameters<LLM["generate"]>) {
          model = call[0].model ?? model;
          return llm.generate(...call);
        },
      };
    }),
  ],
};
