import { llmCase, must } from "../case.js";
import { hello, temperatureTool } from "../prompts.js";
import { type BadRequest, checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_TOOL", status: 400 } as const;
const tool = temperatureTool();
const { execute: _, ...withoutHandler } = tool;
const having = (tools: readonly object[], more: BadRequest = {}): BadRequest => ({ ...hello, tools, ...more });
const twice = having([tool, tool]);

export const rejectsInvalidTools = llmCase({
  name: "RejectsInvalidTools",
  claim: "Tools that could not be called, or not be told apart, are refused before anything is sent.",
  script: notToBeAsked,
  checks: {
    "nameless-tool": must({
      clause: "A tool without a name is LLM_INVALID_TOOL with status 400.",
      why: "The provider refuses the request with a riddle about a pattern.",
      fix: "Check that every name is a string that is not blank.",
    }),
    "duplicate-name": must({
      clause: "Two tools of one name are refused in the same way.",
      why: "One of them runs in place of the other.",
      fix: "Check that the names differ.",
    }),
    "provider-tool-with-handler": must({
      clause: "A tool of the provider's that has an `execute` is refused in the same way.",
      why: "Its owner waits for a handler that is never called.",
      fix: "Refuse `execute` beside `providerType`.",
    }),
    "no-handler-in-a-loop": must({
      clause: "A local tool without `execute` is refused where `maxSteps` is over 1.",
      why: "The loop calls it, and there is nothing to call.",
      fix: "Check for the handler before the first turn; with one turn the calls are only listed.",
    }),
    "choice-of-no-tool": must({
      clause: "A `toolChoice` that names a tool which is not among the tools is refused in the same way.",
      why: "The provider refuses it, or lets the model call anything.",
      fix: "Check the name against the tools of the request.",
    }),
    "place-is-named": must({
      clause: "The error names the place, for example `tools[1]`.",
      why: "Among forty tools nobody finds the one that is wrong.",
      fix: "Begin the message with the path of what is refused.",
    }),
    ...refusalChecks("an invalid tool"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const refuse = (request: BadRequest, names?: string) =>
      expectRefused(played.subject, request, names === undefined ? refused : { ...refused, names });
    await check("nameless-tool", async () => {
      for (const name of [undefined, "", "  ", 7]) await refuse(having([{ ...tool, name }]));
    });
    await check("duplicate-name", () => refuse(twice));
    await check("provider-tool-with-handler", () =>
      refuse(having([{ name: "search", providerType: "web_search", execute: () => "never" }])),
    );
    await check("no-handler-in-a-loop", () => refuse(having([withoutHandler], { maxSteps: 2 })));
    await check("choice-of-no-tool", () => refuse(having([tool], { toolChoice: { tool: "get_tides" } })));
    await check("place-is-named", () => refuse(twice, "tools[1]"));
    await checkRefusal(context, played, twice, refused);
  },
});
