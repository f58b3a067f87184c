import type { LocalTool, Script } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { resultsIn } from "./history.js";

/** Rules of several kinds, one deep inside. */
const inputSchema = {
  type: "object",
  properties: {
    recipient: { type: "string" },
    amount: { type: "number", minimum: 0 },
    kind: { type: "string", enum: ["gift", "fee"] },
    parts: {
      type: "array",
      items: { type: "object", properties: { cents: { type: "integer" } }, required: ["cents"] },
    },
  },
  required: ["recipient", "amount"],
  additionalProperties: false,
};
const fitting = { recipient: "Ada", amount: 5, kind: "gift", parts: [{ cents: 500 }] };

const noInput = [
  { type: "object" },
  { type: "object", properties: {} },
  { type: "object", properties: {}, description: "Nothing", additionalProperties: false },
];

/** Input that does not fit, by what the model must be told of it. */
const misfits: Readonly<Record<string, object>> = {
  amount: { recipient: "Ada", amount: "5" },
  recipient: { amount: 5 },
  kind: { ...fitting, kind: "bribe" },
  cents: { ...fitting, parts: [{ cents: 0.5 }] },
  note: { ...fitting, note: "thanks" },
};

type Validate = NonNullable<LocalTool["inputValidator"]>["~standard"]["validate"];

const messages = [{ role: "user", content: "Send Ada five euros with the tool transfer." }] as const;
const callOf = (input: object, i: number) => ({ id: `call_${i}`, name: "transfer", input });

export const toolInputIsChecked = llmCase({
  name: "ToolInputIsChecked",
  claim: "Input that does not fit a tool's schema is found before anybody is asked to approve it, and before it runs.",
  script: [{ toolCalls: [callOf(fitting, 1)] }, "Done."],
  capabilities: ["tools"],
  checks: {
    "fitting-input-runs": must({
      clause: "Input that fits the schema runs, optional and nested fields included.",
      why: "A check that is stricter than the schema makes the tool useless.",
      fix: "Check against the JSON Schema that the tool was given, with no rules of your own.",
      needs: ["script"],
    }),
    "misfit-never-runs": must({
      clause:
        "A wrong type, a missing field, a value outside of an enum, a misfit deep inside, an unknown field: none runs.",
      why: "Handlers have to check everything themselves, and the first that does not is a hole.",
      fix: "Check with a JSON Schema validator, all of the schema, before the handler.",
      needs: ["script"],
    }),
    "model-learns-the-field": must({
      clause: "The model is told which field does not fit, and the generation goes on.",
      why: "A model that is told nothing makes the same call again.",
      fix: "Send `error: …` with the path of the field as the call's result.",
      needs: ["script", "meaning"],
    }),
    "checked-before-approval": must({
      clause: "`approve` is not asked for a call whose input does not fit.",
      why: "A user is asked to confirm a transfer that cannot be made, or of an amount that is no number.",
      fix: "Check the inputs of all calls of a turn before the policy is asked for any.",
      needs: ["script"],
    }),
    "broken-arguments-are-not-asked": must({
      clause: "`approve` is not asked for a call whose arguments are not complete JSON, and nothing of it runs.",
      why: "A user approves half a sentence, and something else is done.",
      fix: "Settle such a call as failed before the policy is asked.",
      needs: ["script"],
    }),
    "tool-without-input-runs": must({
      clause:
        "A tool that takes nothing is taken, however its schema says so, and a call of it without arguments runs.",
      why: "The provider refuses every request that has a tool like `get_time`.",
      fix: "Bring a schema without properties into the form that the provider has for it.",
      needs: ["script"],
    }),
    "validator-has-the-last-word": must({
      clause:
        "Where a tool has an `inputValidator`, its handler gets what that made of the input; an issue of it fails the call, and is told with its path.",
      why: "Rules that JSON Schema cannot say (an end after its beginning) hold in tests of the tool, and nowhere else.",
      fix: "Call `inputValidator` once the schema fits, before the policy is asked, and hand its value on.",
      needs: ["script", "meaning"],
    }),
    "other-calls-still-run": must({
      clause: "The other calls of the turn run all the same, and every call has a result.",
      why: "One bad call of five throws the other four away, or the provider refuses the history.",
      fix: "Settle each call on its own.",
      needs: ["script"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    const play = async (script: Script, validate?: Validate) => {
      const { subject, sent } = await open({ script });
      const ran: unknown[] = [];
      const asked: unknown[] = [];
      const tool: LocalTool = {
        ...{ name: "transfer", description: "Transfers money.", inputSchema },
        ...(validate && { inputValidator: { "~standard": { version: 1, vendor: "touchstone", validate } } }),
        execute: (input) => {
          ran.push(input);
          return "ok";
        },
      };
      const approve = ({ input }: { input: unknown }) => {
        asked.push(input);
        return true;
      };
      const response = await generate(subject, { messages, tools: [tool], approve, maxSteps: 3 }, { signal });
      return { ran, asked, response, sent };
    };
    const all = Object.values(misfits).map(callOf);

    await check("fitting-input-runs", async () => {
      const { ran, response } = await play([{ toolCalls: [callOf(fitting, 1)] }, "Done."]);
      equal(ran, [fitting], "what the handler got");
      equal(response.toolCalls[0]?.outcome, "ran", "the call's `outcome`");
    });
    await check("misfit-never-runs", async () => {
      const { ran, response } = await play([{ toolCalls: all }, "Done."]);
      equal(ran, [], "what the handler got");
      const outcomes = response.toolCalls.map(({ outcome }) => outcome);
      equal(
        outcomes,
        all.map(() => "failed"),
        "the outcomes in `toolCalls`",
      );
    });
    await check("model-learns-the-field", async () => {
      const { sent, response } = await play([{ toolCalls: all }, "Done."]);
      const told = resultsIn(sent()[1]?.turn?.messages ?? []).map(({ output }) => String(output));
      Object.keys(misfits).forEach((field, i) => {
        expectThat(
          told[i]?.startsWith("error: ") === true && told[i].includes(field),
          mismatch(
            `what the model was told of a misfit of the field ${field}`,
            "`error: …` that names it",
            describe(told[i]),
          ),
        );
      });
      equal(response.text, "Done.", "`text`");
    });
    await check("checked-before-approval", async () => {
      const { asked } = await play([{ toolCalls: all }, "Done."]);
      equal(asked, [], "what the policy was asked to approve");
    });
    await check("broken-arguments-are-not-asked", async () => {
      const broken = { ...callOf(fitting, 1), invalidInput: '{"recipient": "Ada", "amount": 5' };
      const { asked, ran } = await play([{ toolCalls: [broken] }, "Done."]);
      equal([...asked, ...ran], [], "what was asked for approval, or run");
    });
    await check("tool-without-input-runs", async () => {
      for (const inputSchema of noInput) {
        const { subject } = await open({ script: [{ toolCalls: [callOf({}, 1)] }, "Done."] });
        const ran: unknown[] = [];
        const tool = {
          name: "transfer",
          description: "Transfers all.",
          inputSchema,
          execute: (input: unknown) => ran.push(input),
        };
        await generate(subject, { messages, tools: [tool], maxSteps: 3 }, { signal });
        equal(ran, [{}], `what the handler of a tool with the schema ${JSON.stringify(inputSchema)} got`);
      }
    });
    await check("validator-has-the-last-word", async () => {
      const script = [{ toolCalls: [callOf(fitting, 1)] }, "Done."];
      const rounded = { ...fitting, amount: 10 };
      const { ran, response } = await play(script, async () => ({ value: rounded }));
      equal(ran, [rounded], "what the handler got");
      equal(response.toolCalls[0]?.input, fitting, "`input` of the call in `toolCalls`");

      const path = ["parts", { key: 0 }, "cents"];
      const issues = [{ message: "too few", path }, { message: "too late" }];
      const refused = await play(script, () => ({ issues }));
      equal([refused.ran, refused.asked], [[], []], "what ran and what was asked, of a call with issues");
      const [told] = resultsIn(refused.sent()[1]?.turn?.messages ?? []).map(({ output }) => String(output));
      expectThat(
        ["error: ", "parts[0].cents", "too few", "too late"].every((part) => told?.includes(part)),
        mismatch("what the model was told of two issues", "both, and the path parts[0].cents", describe(told)),
      );

      const broken = await play(script, () => {
        throw new Error("no clock");
      });
      equal(broken.response.toolCalls[0]?.outcome, "failed", "the call's `outcome` when the validator throws");
    });
    await check("other-calls-still-run", async () => {
      const calls = [callOf({ recipient: "Ada" }, 1), callOf(fitting, 2)];
      const { ran, response } = await play([{ toolCalls: calls }, "Done."]);
      equal(ran, [fitting], "what the handler got");
      equal(resultsIn(response.messages).length, 2, "the number of results in `messages`");
    });
  },
});
