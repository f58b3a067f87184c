import { llmCase, must } from "../case.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_REQUEST", status: 400 } as const;
const user = { role: "user", content: "How warm is it in Paris?" };
const calling = {
  role: "assistant",
  content: "",
  toolCalls: [
    { id: "call_1", name: "get_temperature", input: { city: "Paris" } },
    { id: "call_2", name: "get_temperature", input: { city: "Oslo" } },
  ],
};
const results = (...ids: readonly string[]) => ({
  role: "tool",
  results: ids.map((id) => ({ id, name: "get_temperature", output: "21 degrees" })),
});
const history = (...messages: readonly object[]): BadRequest => ({ messages: [user, ...messages] });

export const rejectsUnpairedToolResults = llmCase({
  name: "RejectsUnpairedToolResults",
  claim: "A history in which calls and results do not pair is refused before it is sent.",
  script: notToBeAsked,
  checks: {
    "call-without-result": must({
      clause: "A tool call that no result follows is LLM_INVALID_REQUEST with status 400.",
      why: "Providers refuse the whole conversation for it, in words about an id that nobody knows.",
      fix: "Check that the results of an assistant's calls come right after it.",
    }),
    "one-result-missing": must({
      clause: "Two calls with one result are refused in the same way.",
      why: "The model takes the one result for both.",
      fix: "Check each call, not whether there is a tool message at all.",
    }),
    "result-without-call": must({
      clause: "A result whose id is no call of the turn before it is refused in the same way.",
      why: "The model reads an answer to a question that it never asked.",
      fix: "Check each result's id against the calls that are open.",
    }),
    "result-given-twice": must({
      clause: "A second result of one call is refused in the same way.",
      why: "The one that counts is anybody's guess.",
      fix: "Close a call with its first result.",
    }),
    "place-is-named": must({
      clause: "The error names the place, for example `messages[1]`.",
      why: "In a history of two hundred messages nobody finds the one that is wrong.",
      fix: "Begin the message with the path of what is refused.",
    }),
    ...refusalChecks("an unpaired tool call"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const refuse = (request: BadRequest, names?: string) =>
      expectRefused(played.subject, request, names === undefined ? refused : { ...refused, names });
    await check("call-without-result", async () => {
      await refuse(history(calling));
      await refuse(history(calling, { role: "user", content: "Well?" }));
    });
    await check("one-result-missing", () =>
      refuse(history(calling, results("call_1"), { role: "user", content: "Well?" })),
    );
    await check("result-without-call", async () => {
      await refuse(history(results("call_1")));
      await refuse(history(calling, results("call_1", "call_2", "call_3")));
    });
    await check("result-given-twice", () => refuse(history(calling, results("call_1", "call_2", "call_1"))));
    await check("place-is-named", () => refuse(history(calling), "messages[1]"));
    await checkRefusal(context, played, history(calling), refused);
  },
});
