import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { hello } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_REQUEST", status: 400 } as const;
const names = ["maxTokens", "temperature", "topP", "maxSteps"] as const;
const negative = { ...hello, maxTokens: -1 };

export const rejectsInvalidNumbers = llmCase({
  name: "RejectsInvalidNumbers",
  claim: "A number that cannot be meant is refused before anything is sent.",
  script: notToBeAsked,
  checks: {
    "negative-number": must({
      clause: "A negative maxTokens, temperature, topP or maxSteps is LLM_INVALID_REQUEST with status 400.",
      why: "A budget that was computed wrongly means `no limit` at some providers.",
      fix: "Check each of the four for a number that is not negative.",
    }),
    "not-finite": must({
      clause: "NaN and infinity are refused in the same way.",
      why: "JSON turns them into null, which is the default: the setting vanishes.",
      fix: "Check with Number.isFinite.",
    }),
    "no-number": must({
      clause: "A string in place of a number is refused in the same way.",
      why: 'Of a setting from the environment, "0" is true and "10" is less than "9".',
      fix: "Check the type; do not convert.",
    }),
    "zero-is-a-number": must({
      clause: "`temperature: 0` is taken, or refused with LLM_UNSUPPORTED; it is not invalid.",
      why: "The most used setting of all is taken for absent, or for wrong.",
      fix: "Compare with undefined, not by truth.",
      needs: ["script"],
    }),
    "place-is-named": must({
      clause: "The error names the field.",
      why: "Of four numbers nobody knows which one is wrong.",
      fix: "Begin the message with the name of the field.",
    }),
    ...refusalChecks("a negative number"),
  },
  async run(context) {
    const { open, check, signal } = context;
    const played = await open();
    const refuseEach = async (...values: readonly unknown[]) => {
      for (const name of names)
        for (const value of values) await expectRefused(played.subject, { ...hello, [name]: value }, refused);
    };
    await check("negative-number", () => refuseEach(-1, -0.5));
    await check("not-finite", () => refuseEach(Number.NaN, Number.POSITIVE_INFINITY));
    await check("no-number", () => refuseEach("1"));
    await check("place-is-named", async () => {
      for (const name of names)
        await expectRefused(played.subject, { ...hello, [name]: -1 }, { ...refused, names: name });
    });
    await checkRefusal(context, played, negative, refused);
    await check("zero-is-a-number", async () => {
      const { subject } = await open({ script: ["Hello."] });
      await isUnsupported(generate(subject, { ...hello, temperature: 0 }, { signal }));
    });
  },
});
