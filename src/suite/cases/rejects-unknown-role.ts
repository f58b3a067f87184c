import { llmCase, must } from "../case.js";
import { checkRefusal, expectRefused, notToBeAsked, refusalChecks } from "./refused-requests.js";

const user = { role: "user", content: "Hello." };
const assistant = { role: "assistant", content: "Hello!" };
const refused = { code: "LLM_INVALID_REQUEST", status: 400 } as const;
const wizard = [user, assistant, { role: "wizard", content: "Abracadabra." }];

export const rejectsUnknownRole = llmCase({
  name: "RejectsUnknownRole",
  claim: "A message whose role is not user, assistant or tool is refused before it is sent.",
  script: notToBeAsked,
  checks: {
    "unknown-role": must({
      clause: "An unknown role is LLM_INVALID_REQUEST with status 400.",
      why: "Drivers that map what they do not know to `user` put words into the user's mouth.",
      fix: "Check each message's role against the three, with no default branch.",
    }),
    "missing-role": must({
      clause: "A message without a role is refused in the same way.",
      why: "What the assistant said is sent as said by the user, or the other way round.",
      fix: "Do not assume `user` where the role is absent.",
    }),
    "system-in-the-list": must({
      clause: "A system message in the list is refused; the system text has a field of its own.",
      why: "Providers treat it differently (first only, merged, or refused), so that one request means different things.",
      fix: "Refuse the role `system`, and say in the message that the text belongs into `system`.",
    }),
    "place-is-named": must({
      clause: "The error names the place, for example `messages[2]`.",
      why: "In a history of two hundred messages nobody finds the one that is wrong.",
      fix: "Begin the message with the path of what is refused.",
    }),
    ...refusalChecks("an unknown role"),
  },
  async run(context) {
    const { open, check } = context;
    const played = await open();
    const { subject } = played;
    await check("unknown-role", () => expectRefused(subject, { messages: wizard }, refused));
    await check("missing-role", () => expectRefused(subject, { messages: [{ content: "Hello." }] }, refused));
    await check("system-in-the-list", () =>
      expectRefused(subject, { messages: [{ role: "system", content: "You are brief." }, user] }, refused),
    );
    await check("place-is-named", () =>
      expectRefused(subject, { messages: wizard }, { ...refused, names: "messages[2]" }),
    );
    await checkRefusal(context, played, { messages: wizard }, refused);
  },
});
