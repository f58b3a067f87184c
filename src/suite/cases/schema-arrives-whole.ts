import type { LLMErrorCode, LLMRequest, OutputSchema } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, rejectsWith } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { playStream } from "./play-stream.js";
import { expectSameMeaning, keywordSchemas } from "./schema-keywords.js";

const kinds = ["capital", "port", "other", "area"];
const messages = [{ role: "user", content: "Describe Paris as JSON." }] as const;
const answer = '{"name": "Paris", "districts": [{"label": "Marais", "kind": "area", "people": 35000}]}';

/** Within the rules of providers' strict modes, so that it goes out as it is. */
const nested: OutputSchema = {
  name: "city",
  schema: {
    type: "object",
    properties: {
      name: { type: "string", description: "In English" },
      districts: {
        type: "array",
        items: {
          type: "object",
          properties: { label: { type: "string" }, kind: { type: "string", enum: kinds }, people: { type: "integer" } },
          required: ["label", "kind", "people"],
          additionalProperties: false,
        },
      },
    },
    required: ["name", "districts"],
    additionalProperties: false,
  },
};

/** With a property that may be absent, which strict modes do not allow. */
const loose: OutputSchema = {
  name: "place",
  schema: { type: "object", properties: { name: { type: "string" }, note: { type: "string" } }, required: ["name"] },
};

interface Schema {
  readonly type?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export const schemaArrivesWhole = llmCase({
  name: "SchemaArrivesWhole",
  claim: "The provider is told the whole schema, and nothing that its owner did not write.",
  script: [answer],
  prompt: { messages, schema: nested },
  capabilities: ["structuredOutput"],
  checks: {
    "nested-schema-arrives": must({
      clause: "Lists and objects within the schema arrive with their types, properties and descriptions.",
      why: "The outer object fits, and everything in it is made up.",
      fix: "Translate the schema to its leaves; `items` and `properties` are schemas too.",
      needs: ["script", "meaning"],
    }),
    "required-arrives": must({
      clause: "What is required arrives as it was written, at every depth, in its order.",
      why: "A field that the application relies upon is missing now and then.",
      fix: "Send `required` of each object.",
      needs: ["script", "meaning"],
    }),
    "enum-keeps-its-order": must({
      clause: "The values of an enum arrive in the order in which they were written.",
      why: "Models prefer the first; a sorted list changes the answers.",
      fix: "Send the list as it is.",
      needs: ["script", "meaning"],
    }),
    "optional-stays-optional": must({
      clause:
        "A property that is not required does not become so, and a schema that strict mode does not allow is not forced into it.",
      why: "The model has to invent a value for what it does not know, or the provider refuses the schema.",
      fix: "Turn strict mode on only where the schema keeps its rules already.",
      needs: ["script", "meaning"],
    }),
    "strict-can-be-switched-off": must({
      clause: "`strict: false` is never sent as strict.",
      why: "Who has switched it off, for an endpoint that fails at it, gets it all the same.",
      fix: "Look at `strict` before deciding by the schema.",
      needs: ["script", "meaning"],
    }),
    "streams-send-it-too": must({
      clause: "stream() sends the same schema.",
      why: "A streamed answer is prose where the other one was JSON.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
      capabilities: ["streaming"],
    }),
    "goes-with-tools": must({
      clause: "A schema and tools together reach the provider, with every turn, or are refused with LLM_UNSUPPORTED.",
      why: "One of the two is dropped: the answer is prose, or the tool is never called.",
      fix: "Send both; refuse them before anything is sent where this provider does not take them together.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "keywords-keep-their-meaning": must({
      clause:
        "References, unions, `allOf`, `const`, nullable types, tuples and limits reach the provider in a form that means the same, or the schema is refused.",
      why: "The schema is taken, a part of it says nothing any more, and answers that do not fit come back as good ones.",
      fix: "Inline what the provider cannot follow, merge what it cannot combine, and put into the description what it has no keyword for.",
      needs: ["script", "meaning"],
    }),
    "tool-keywords-keep-their-meaning": must({
      clause: "The same holds for the input of a tool.",
      why: "The model calls a tool with input that the handler refuses, again and again.",
      fix: "Translate tools' schemas by the same code as output schemas.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const sentSchema = async (request: LLMRequest, streamed = false): Promise<OutputSchema> => {
      const { subject, sent } = await open();
      await (streamed ? playStream(subject, request, signal) : generate(subject, request, { signal }));
      const schema = sent()[0]?.turn?.schema;
      expectThat(schema !== undefined, mismatch("the schema of the request sent", "the caller's", "none"));
      return schema;
    };
    const wanted = nested.schema as Schema;
    const inner = (schema: Schema) => schema.properties?.districts?.items;

    await check("nested-schema-arrives", async () => {
      const schema = (await sentSchema(prompt)).schema as Schema;
      equal(schema.properties?.name, wanted.properties?.name, "the sent `properties.name`");
      equal(schema.properties?.districts?.type, "array", "the type of the sent `properties.districts`");
      equal(inner(schema)?.properties, inner(wanted)?.properties, "the properties of the sent list's items");
    });
    await check("required-arrives", async () => {
      const schema = (await sentSchema(prompt)).schema as Schema;
      equal(schema.required, wanted.required, "the sent `required`");
      equal(inner(schema)?.required, inner(wanted)?.required, "`required` of the sent list's items");
    });
    await check("enum-keeps-its-order", async () => {
      const schema = (await sentSchema(prompt)).schema as Schema;
      equal(inner(schema)?.properties?.kind?.enum, kinds, "the enum sent");
    });
    await check("optional-stays-optional", async () => {
      const { schema, strict } = await sentSchema({ messages, schema: loose });
      equal((schema as Schema).required, ["name"], "the sent `required`");
      expectThat(
        strict !== true,
        mismatch("`strict` of a schema with an optional property", "false or absent", "true"),
      );
    });
    await check("strict-can-be-switched-off", async () => {
      const { strict } = await sentSchema({ messages, schema: { ...nested, strict: false } });
      expectThat(
        strict !== true,
        mismatch("`strict` of a schema with `strict: false`", "false or absent", describe(strict)),
      );
    });
    await check("streams-send-it-too", async () => {
      equal(await sentSchema(prompt, true), await sentSchema(prompt), "the schema of stream() (against generate()'s)");
    });
    await check("goes-with-tools", async () => {
      const { subject, sent } = await open({ script: [temperatureCall, answer] });
      const request = { ...temperatureRequest(), schema: nested };
      if (await isUnsupported(generate(subject, request, { signal })))
        return equal(sent().length, 0, "the requests sent");
      for (const { turn } of sent()) {
        expectThat(
          turn?.schema !== undefined,
          mismatch("the schema of each request of the loop", "the caller's", "none in one of them"),
        );
        expectThat(
          turn.tools?.length === 1,
          mismatch(
            "the tools of each request of the loop",
            "the caller's one",
            `${turn.tools?.length ?? 0} in one of them`,
          ),
        );
      }
    });
    await check("keywords-keep-their-meaning", async () => {
      for (const asked of keywordSchemas) {
        const { subject, sent } = await open({ script: [JSON.stringify(asked.answer)] });
        const request = { messages, schema: { name: "everything", schema: asked.schema } };
        if (await isRefused(generate(subject, request, { signal }), "LLM_INVALID_SCHEMA"))
          equal(sent().length, 0, "the requests sent");
        else expectSameMeaning(sent()[0]?.turn?.schema?.schema, asked, "the schema sent");
      }
    });
    await check("tool-keywords-keep-their-meaning", async () => {
      for (const asked of keywordSchemas) {
        const { subject, sent } = await open({ script: [temperatureAnswer] });
        const request = { messages, tools: [{ ...temperatureTool(), inputSchema: asked.schema }], maxSteps: 2 };
        const isOut = await isRefused(generate(subject, request, { signal }), "LLM_INVALID_TOOL");
        const [told] = sent()[0]?.turn?.tools ?? [];
        if (isOut) equal(sent().length, 0, "the requests sent");
        else
          expectSameMeaning(
            told && "inputSchema" in told ? told.inputSchema : undefined,
            asked,
            "the tool's schema sent",
          );
      }
    });
  },
});

async function isRefused(pending: Promise<unknown>, code: LLMErrorCode): Promise<boolean> {
  return (await rejectsWith(pending, code)) || isUnsupported(pending);
}
