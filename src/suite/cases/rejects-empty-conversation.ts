import { llmCase, must } from "../case.js";
import { checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const refused = { code: "LLM_INVALID_REQUEST", status: 400, names: "messages" } as const;

export const rejectsEmptyConversation = llmCase({
  name: "RejectsEmptyConversation",
  claim: "A request without messages is refused before it is sent.",
  script: notToBeAsked,
  checks: {
    "empty-list": must({
      clause: "`messages: []` is LLM_INVALID_REQUEST with status 400, and the message names `messages`.",
      why: "Some providers answer an empty conversation with a made-up one.",
      fix: "Check for at least one message, also where there is a system text.",
    }),
    "missing-list": must({
      clause: "A request without `messages`, or with something else than a list there, is refused in the same way.",
      why: "A misspelt field surfaces as a TypeError from deep inside the driver.",
      fix: "Check that `messages` is a list before it is walked.",
    }),
    "no-request": must({
      clause: "No request at all is LLM_INVALID_REQUEST with status 400.",
      why: "A caller's undefined variable surfaces as a TypeError that names the driver's internals.",
      fix: "Check that the request is an object before its fields are read.",
    }),
    ...refusalChecks("no messages"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const { subject } = played;
    await check("empty-list", () => expectRefused(subject, { system: "You are brief.", messages: [] }, refused));
    await check("missing-list", async () => {
      await expectRefused(subject, {}, refused);
      await expectRefused(subject, { messages: "Hello" }, refused);
      await expectRefused(subject, { messages: null }, refused);
    });
    await check("no-request", async () => {
      const { code, status } = refused;
      for (const nothing of [undefined, null, "Hello"])
        await expectRefused(subject, nothing as unknown as Record<string, unknown>, { code, status });
    });
    await checkRefusal(context, played, { messages: [] }, refused);
  },
});
