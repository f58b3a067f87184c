import type { LLMRequest } from "../../contract/index.js";
import { events, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { cityAnswer, cityMisfit, cityRequest } from "../prompts.js";

export const structuredOutputIsJSON = llmCase({
  name: "StructuredOutputIsJSON",
  claim: "An answer to a request with a schema is JSON that satisfies it, and the provider was told the schema.",
  script: [cityAnswer],
  prompt: cityRequest,
  capabilities: ["structuredOutput"],
  checks: {
    "text-parses": must({
      clause: "`text` parses as JSON.",
      why: "JSON.parse throws at the caller, now and then, on answers that looked fine in a trial.",
      fix: "Turn the provider's structured output on; asking for JSON in the prompt is not enough.",
    }),
    "text-satisfies-the-schema": must({
      clause: "The value satisfies the schema: the properties it requires, of their types, and no others.",
      why: "A missing field surfaces as undefined three modules later.",
      fix: "Send the schema itself, not only the wish for JSON.",
    }),
    "text-is-untouched": must({
      clause: "`text` is what the model wrote, to the letter.",
      why: "What was re-serialised no longer shows what the model did, and stream and response differ.",
      fix: "Leave `text` alone: parsing is the caller's, or a helper's on top.",
      needs: ["script"],
    }),
    "schema-is-sent": must({
      clause: "The provider gets the schema: its properties, their types, what is required, and enums in their order.",
      why: "Without it the model guesses the shape from the prompt.",
      fix: "Put the schema into the request's field for it; do not reorder or drop its keywords.",
      needs: ["meaning"],
    }),
    "schema-is-not-changed": must({
      clause: "The caller's schema is the same after the call as before.",
      why: "A schema that is shared by many calls collects additions of one provider.",
      fix: "Rewrite a copy where a provider's strict mode wants more.",
    }),
    "streamed-text-fits-too": must({
      clause: "A streamed answer's text parses and satisfies the schema as well.",
      why: "The schema is sent by one method and forgotten by the other.",
      fix: "Build the request body in one place for both methods.",
      capabilities: ["streaming"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const request = structuredClone(prompt);
    const { text } = await generate(subject, request, { signal });
    const fits = (answer: string) => {
      const misfit = cityMisfit(answer);
      expectThat(misfit === undefined, misfit ?? "");
    };
    await check("text-parses", () => expectJSON(text));
    await check("text-satisfies-the-schema", () => fits(text));
    await check("text-is-untouched", () => equal(text, cityAnswer, "`text`"));
    await check("schema-is-sent", () => expectSchema(sent()[0]?.turn?.schema?.schema));
    await check("schema-is-not-changed", () => equal(request, prompt, "the caller's request after the call"));
    await check("streamed-text-fits-too", async () => {
      const played = await open();
      const opened = await stream(played.subject, prompt, { signal });
      const all = await events(opened);
      fits(all.map((event) => (event.type === "text" ? event.text : "")).join(""));
    });
  },
});

function expectJSON(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Failure(mismatch("`text`", "JSON", `${describe(text)} (${(error as Error).message})`));
  }
}

/** A provider's strict mode may add keywords; what the caller wrote must all be there. */
function expectSchema(sent: unknown): void {
  const wanted = (cityRequest.schema as NonNullable<LLMRequest["schema"]>).schema as CitySchema;
  expectThat(
    typeof sent === "object" && sent !== null,
    mismatch("the schema of the request sent", "the caller's", "none"),
  );
  const { type, properties, required } = sent as Partial<CitySchema>;
  equal(type, wanted.type, "the sent schema's `type`");
  equal(required, wanted.required, "the sent schema's `required`");
  equal(properties?.name?.type, "string", "the sent schema's `properties.name.type`");
  equal(properties?.kind?.enum, wanted.properties.kind?.enum, "the sent schema's `properties.kind.enum`");
}

interface CitySchema {
  readonly type: string;
  readonly properties: Readonly<
    Record<string, { readonly type?: string; readonly enum?: readonly string[] } | undefined>
  >;
  readonly required: readonly string[];
}
