import { llmCase, must } from "../case.js";
import { hello } from "../prompts.js";
import { checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_SCHEMA", status: 400 } as const;
const empty = { ...hello, schema: { name: "nothing", schema: {} } };

export const rejectsEmptySchema = llmCase({
  name: "RejectsEmptySchema",
  claim: "An output schema that says nothing is refused before it is sent.",
  script: notToBeAsked,
  checks: {
    "empty-schema": must({
      clause: "`schema: {}` within the schema is LLM_INVALID_SCHEMA with status 400.",
      why: "Everything satisfies it, so that any text passes for structured output.",
      fix: "Check that the JSON Schema has at least one keyword.",
    }),
    "missing-schema": must({
      clause: "An output schema without a JSON Schema in it is refused in the same way.",
      why: "The request goes out as one for plain text, and the answer fails to parse.",
      fix: "Check that `schema.schema` is an object.",
    }),
    ...refusalChecks("an empty schema"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const { subject } = played;
    await check("empty-schema", () => expectRefused(subject, empty, refused));
    await check("missing-schema", async () => {
      await expectRefused(subject, { ...hello, schema: { name: "nothing" } }, refused);
      await expectRefused(subject, { ...hello, schema: { name: "nothing", schema: null } }, refused);
    });
    await checkRefusal(context, played, empty, refused);
  },
});
