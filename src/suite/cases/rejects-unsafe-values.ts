import type { LLMRequest } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { hello, temperatureTool } from "../prompts.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_REQUEST", status: 400 } as const;
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

/** A value in each place of a request that may hold any. */
const places: Readonly<Record<string, (value: unknown) => BadRequest>> = {
  "providerOptions.probe": (value) => ({ ...hello, providerOptions: { probe: value } }),
  "schema.schema": (value) => ({ ...hello, schema: { name: "city", schema: { type: "object", default: value } } }),
  "messages[0]": (value) => ({
    messages: [
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "call_1", name: "get_temperature", input: { city: value } }],
      },
      { role: "tool", results: [{ id: "call_1", name: "get_temperature", output: "21 degrees" }] },
      ...hello.messages,
    ],
  }),
  "tools[0].inputSchema": (value) => ({ ...hello, tools: [{ ...temperatureTool(), inputSchema: { default: value } }] }),
};
const withBigInt = (places["providerOptions.probe"] as (value: unknown) => BadRequest)(10n);

export const rejectsUnsafeValues = llmCase({
  name: "RejectsUnsafeValues",
  claim: "What JSON cannot carry, and what is no request at all, is refused with an error of the contract's.",
  script: notToBeAsked,
  checks: {
    "bigint-function-symbol": must({
      clause:
        "A BigInt, a function and a symbol anywhere in the data of a request are LLM_INVALID_REQUEST with status 400.",
      why: "JSON.stringify throws a TypeError of its own, or drops the property without a word.",
      fix: "Walk the request when it is copied, and refuse what JSON has no word for.",
    }),
    "not-a-number": must({
      clause: "NaN anywhere in the data of a request is refused in the same way.",
      why: "It is sent as null.",
      fix: "Refuse numbers that are not finite when the request is copied.",
    }),
    cycle: must({
      clause: "A value that contains itself is refused in the same way.",
      why: "The stack overflows, or the process hangs.",
      fix: "Keep the ancestors while copying, and refuse to go in circles.",
    }),
    "place-is-named": must({
      clause: "The error names the place, for example `providerOptions.probe`.",
      why: "Nobody finds one BigInt in a history of two hundred messages.",
      fix: "Carry the path along while copying.",
    }),
    "undefined-is-absent": must({
      clause: "A property that is undefined counts as absent.",
      why: "`{ maxTokens: limit }` with no limit set is refused.",
      fix: "Skip undefined when the request is copied.",
      needs: ["script"],
    }),
    "garbage-is-refused": must({
      clause: "undefined, null, a string, a list and messages that are none are refused with LLM_INVALID_REQUEST.",
      why: "`Cannot read properties of undefined` escapes to callers who catch only provider errors.",
      fix: "Check the shape before the first property is read.",
    }),
    ...refusalChecks("a value that JSON cannot carry"),
  },
  async run(context) {
    const { open, check, signal } = context;
    const played = await open();
    const refuseEverywhere = async (...values: readonly unknown[]) => {
      for (const make of Object.values(places))
        for (const value of values) await expectRefused(played.subject, make(value), refused);
    };
    await check("bigint-function-symbol", () => refuseEverywhere(10n, () => 1, Symbol("probe")));
    await check("not-a-number", () => refuseEverywhere(Number.NaN, Number.NEGATIVE_INFINITY));
    await check("cycle", () => refuseEverywhere(cyclic));
    await check("place-is-named", async () => {
      for (const [names, make] of Object.entries(places))
        await expectRefused(played.subject, make(10n), { ...refused, names });
    });
    await check("garbage-is-refused", async () => {
      const messages = [[null], ["hello"], [{ role: "user" }], [{ role: "user", content: 7 }], "hello", {}];
      const lists = messages.map((list) => ({ messages: list }));
      for (const garbage of [undefined, null, "hello", 7, [], ...lists])
        await expectRefused(played.subject, garbage as unknown as BadRequest, refused);
    });
    await checkRefusal(context, played, withBigInt, refused);
    await check("undefined-is-absent", async () => {
      const { subject } = await open({ script: ["Hello."] });
      const sparse = {
        ...hello,
        system: undefined,
        maxTokens: undefined,
        tools: undefined,
        providerOptions: { probe: undefined },
      };
      await generate(subject, sparse as LLMRequest, { signal });
    });
  },
});
