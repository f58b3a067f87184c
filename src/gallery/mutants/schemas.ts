import type { LLM, LLMRequest, OutputSchema } from "../../contract/index.js";
import { badTurnRequest } from "../break-driver.js";
import { badLLM } from "../break-llm.js";
import { badStreamRequest } from "../break-stream.js";
import type { LLMMutants } from "../mutant.js";
import { setting, writingInto } from "../write-into-request.js";
import { withoutFields } from "./spoilt-requests.js";

interface Schema {
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
}

/** Each schema within a schema replaced, from the inside. */
function everywhere(schema: Schema, change: (schema: Schema, depth: number) => Schema, depth = 0): Schema {
  const { items, properties } = schema;
  return change(
    {
      ...schema,
      ...(items && { items: everywhere(items, change, depth + 1) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [name, everywhere(value, change, depth + 1)]),
        ),
      }),
    },
    depth,
  );
}

const badOutputSchema = (change: (schema: OutputSchema) => OutputSchema) =>
  badTurnRequest((request) => (request.schema ? { ...request, schema: change(request.schema) } : request));

const badSchema = (change: (schema: Schema, depth: number) => Schema) =>
  badOutputSchema((output) => ({ ...output, schema: everywhere(output.schema, change) }));

type Loose = Readonly<Record<string, unknown>>;

/** Of a schema of keywords: what each property that has one of them becomes. */
const withProperties = (schema: object, change: (property: Loose) => Loose): object => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries((schema as { properties?: Readonly<Record<string, Loose>> }).properties ?? {}).map(
      ([name, property]) => [name, change(property)],
    ),
  ),
});

/** What becomes of a schema on its way, of a count of tokens, and of the model of a request. */
export const schemaMutants: LLMMutants = {
  "sends-the-top-of-a-schema": [
    "SchemaArrivesWhole/nested-schema-arrives",
    /the properties of the sent list's items: expected .*, got undefined/,
    badSchema(({ items: _, ...schema }) => schema),
  ],
  "drops-descriptions": [
    "SchemaArrivesWhole/nested-schema-arrives",
    /the sent `properties\.name`: expected /,
    badSchema((schema) => ({ ...schema, description: undefined })),
  ],
  "requires-nothing-inside": [
    "SchemaArrivesWhole/required-arrives",
    /`required` of the sent list's items: expected .*, got undefined/,
    badSchema(({ required, ...schema }, depth) => (depth > 0 || !required ? schema : { ...schema, required })),
  ],
  "leaves-out-references": [
    "SchemaArrivesWhole/keywords-keep-their-meaning",
    /the schema sent: \{ reference: \{\} \}: expected a misfit, got a fit/,
    badOutputSchema((output) => ({
      ...output,
      schema: withProperties(output.schema, ({ $ref: _, ...property }) => property),
    })),
  ],
  "takes-the-first-of-a-union": [
    "SchemaArrivesWhole/keywords-keep-their-meaning",
    /the schema sent: \{ either: \{ n: 1 \} \}: expected a fit, got a misfit/,
    badOutputSchema((output) => ({
      ...output,
      schema: withProperties(output.schema, ({ anyOf, ...property }) => ({
        ...property,
        ...(Array.isArray(anyOf) && (anyOf[0] as object)),
      })),
    })),
  ],
  "drops-patterns-in-silence": [
    "SchemaArrivesWhole/keywords-keep-their-meaning",
    /the schema sent: expected .* of the property `code` told in it, got nothing of it/,
    badOutputSchema((output) => ({
      ...output,
      schema: withProperties(output.schema, ({ pattern: _, ...property }) => property),
    })),
  ],
  "merges-nothing-in-tools": [
    "SchemaArrivesWhole/tool-keywords-keep-their-meaning",
    /the tool's schema sent: \{ merged: .*: expected a misfit, got a fit/,
    badTurnRequest((request) => ({
      ...request,
      ...(request.tools && {
        tools: request.tools.map((tool) =>
          "inputSchema" in tool
            ? { ...tool, inputSchema: withProperties(tool.inputSchema, ({ allOf: _, ...property }) => property) }
            : tool,
        ) as never,
      }),
    })),
  ],
  "sorts-what-is-required": [
    "SchemaArrivesWhole/required-arrives",
    /the sent `required`: expected .*, got \[ 'districts', 'name' \]/,
    badSchema((schema) => (schema.required ? { ...schema, required: schema.required.toSorted() } : schema)),
  ],
  "sorts-enums-inside": [
    "SchemaArrivesWhole/enum-keeps-its-order",
    /the enum sent: expected .*, got \[ 'area', 'capital'/,
    badSchema((schema) => (schema.enum ? { ...schema, enum: schema.enum.toSorted() } : schema)),
  ],
  "requires-everything": [
    "SchemaArrivesWhole/optional-stays-optional",
    /the sent `required`: expected .*, got \[ 'name', 'note' \]/,
    badSchema((schema) => (schema.properties ? { ...schema, required: Object.keys(schema.properties) } : schema)),
  ],
  "forces-strict-mode": [
    "SchemaArrivesWhole/optional-stays-optional",
    /`strict` of a schema with an optional property: expected false or absent, got true/,
    badOutputSchema((schema) => ({ ...schema, strict: schema.strict ?? true })),
  ],
  "cannot-switch-strict-mode-off": [
    "SchemaArrivesWhole/strict-can-be-switched-off",
    /`strict` of a schema with `strict: false`: expected false or absent, got true/,
    badOutputSchema((schema) => ({ ...schema, strict: true })),
  ],
  "streams-half-a-schema": [
    "SchemaArrivesWhole/streams-send-it-too",
    /the schema of stream\(\) .*, at `schema/,
    badStreamRequest((request) =>
      request.schema
        ? {
            ...request,
            schema: {
              ...request.schema,
              schema: everywhere(request.schema.schema, ({ required: _, ...rest }) => rest),
            },
          }
        : request,
    ),
  ],
  "drops-the-schema-beside-tools": [
    "SchemaArrivesWhole/goes-with-tools",
    /the schema of each request of the loop: expected the caller's, got none/,
    badTurnRequest((request) => (request.tools ? withoutFields(request, "schema") : request)),
  ],
  "drops-the-tools-beside-a-schema": [
    "SchemaArrivesWhole/goes-with-tools",
    /the tools of each request of the loop: expected the caller's one, got 0/,
    badTurnRequest((request) => (request.schema ? withoutFields(request, "tools") : request)),
  ],

  "honours-the-model-in-the-first-turn-only": [
    "PerRequestModelIsHonouredOrRefused/tool-turns-honour-it-too",
    /the model sent with each turn: expected .*, got undefined/,
    badTurnRequest((request, step) => (step > 1 ? withoutFields(request, "model") : request)),
  ],
  "forgets-the-model-beside-a-schema": [
    "PerRequestModelIsHonouredOrRefused/schema-turns-honour-it-too",
    /the model sent: expected .*, got undefined/,
    badTurnRequest((request) => (request.schema ? withoutFields(request, "model") : request)),
  ],

  "counts-without-the-system-text": [
    "TokenCountIsExact/system-is-counted",
    /the count with a long system text: expected more than \d+ /,
    badCount((llm, { system: _, ...request }) => llm.countTokens(request)),
  ],
  "counts-the-last-message-only": [
    "TokenCountIsExact/history-is-counted",
    /a history's last message, last two and whole: expected each more than the one before, got/,
    badCount((llm, { system, messages }) =>
      llm.countTokens({ system, messages: [{ role: "user", content: JSON.stringify(messages.at(-1)) }] }),
    ),
  ],
  "adds-an-overhead-of-its-own": [
    "TokenCountIsExact/count-is-what-is-billed",
    /the count \(against the usage of the same request\): expected /,
    badCount(async (llm, request) => (await llm.countTokens(request)) + 3),
  ],
  "counts-by-asking": [
    "TokenCountIsExact/counts-without-generating",
    /the kinds of the requests that counting sent: expected .*, got generate/,
    badCount(async (llm, request) => {
      const count = await llm.countTokens(request);
      await llm.generate(request).catch(() => {});
      return count;
    }),
  ],
  "counts-nothing-in-no-messages": [
    "TokenCountIsExact/bad-request-is-refused",
    /expected a rejection with LLM_INVALID_REQUEST, got 0/,
    badLLM((llm) => ({
      countTokens: async (...[request, options]: Parameters<LLM["countTokens"]>) =>
        request.messages.length === 0 ? 0 : llm.countTokens(request, options),
    })),
  ],
  "does-not-hear-a-signal-while-counting": [
    "TokenCountIsExact/bad-request-is-refused",
    /expected a rejection with LLM_CANCELLED, got \d+/,
    badCount((llm, request) => llm.countTokens(request)),
  ],
  "strips-the-request-to-count-it": [
    "TokenCountIsExact/request-is-not-changed",
    /the caller's request after the count, at `system`/,
    writingInto(["countTokens"], (request) => setting(request, "system", undefined)),
  ],
};

/** Another count; the signal is not passed on. */
function badCount(count: (llm: LLM, request: LLMRequest) => Promise<number>) {
  return badLLM((llm) => ({ countTokens: (request: LLMRequest) => count(llm, request) }));
}
