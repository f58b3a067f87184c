import type { Approve, ToolCall } from "../../contract/index.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { celsius, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { generateCalling } from "./live-call.js";

const reason = "the user wants no weather today";

export const toolApproval = llmCase({
  name: "ToolApprovalIsEnforced",
  claim: "A call that was not approved never runs, stands on record as denied, and the model learns why.",
  script: [temperatureCall, "I was not allowed to look."],
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "denied-call-never-runs": must({
      clause: "The handler of a denied call is never reached.",
      why: "The money is transferred although the user said no.",
      fix: "Await the policy's answer before the handler; do not run handlers while it is still thinking.",
    }),
    "denial-is-on-record": must({
      clause: "The call is in `toolCalls` with outcome `denied` and output `denied: <reason>`.",
      why: "An audit shows nothing of what was attempted, and refused.",
      fix: "List denied calls as well, with what the model was told.",
    }),
    "reason-reaches-the-model": must({
      clause: "The next request holds the reason as the result of the call.",
      why: "The model tries again, or claims that it was done.",
      fix: "Append `denied: <reason>` as the call's result instead of leaving the call unanswered.",
      needs: ["meaning"],
    }),
    "generation-goes-on": must({
      clause: "After a denial the model is asked again, and its answer comes back.",
      why: "A refusal is an everyday thing; the user gets an exception for it.",
      fix: "Treat a denial as a result, not as an error.",
    }),
    "policy-sees-the-call": must({
      clause: "The policy is asked once for each call, with its name and input.",
      why: "It cannot tell a harmless call from another, or the user is asked twice.",
      fix: "Call `approve` once a call with `{ id, name, input }`, before anything of it is run.",
    }),
    "approved-call-runs": must({
      clause: "A call that was approved runs, and its outcome is `ran`.",
      why: "A policy that denies everything looks safe and is useless.",
      fix: "Run the call when the policy answers true, also through a promise.",
    }),
    "only-true-approves": must({
      clause: "Nothing but `true` approves: not 1, a string, an object, or no answer.",
      why: "A policy that forgets a return statement approves everything.",
      fix: "Compare with `=== true`; a truthy answer is none.",
      needs: ["script"],
    }),
    "throwing-policy-denies": must({
      clause: "A policy that throws denies the call, with its message, and the generation goes on.",
      why: "When the permission service is down, calls run unchecked or conversations end.",
      fix: "Catch around the policy, and deny with the message of what it threw.",
      needs: ["script"],
    }),
  },
  async run(context) {
    const { open, check, can, prompt } = context;
    const { subject, sent } = await open();
    let ran = 0;
    const tool = temperatureTool(() => {
      ran += 1;
      return { celsius };
    });
    const asked: ToolCall[] = [];
    const deny: Approve = (call) => {
      asked.push(call);
      return { denied: reason };
    };
    const response = await generateCalling(context, subject, { ...prompt, tools: [tool], approve: deny });
    const denied = response.toolCalls[0];

    await check("denied-call-never-runs", () => {
      expectThat(
        asked.length + response.toolCalls.length > 0,
        mismatch("the calls of the model", "at least one, to be denied", "none"),
      );
      equal(ran, 0, "the number of times that the handler ran");
    });
    await check("denial-is-on-record", () => {
      const { name, outcome, output } = denied ?? {};
      const expected = { name: tool.name, outcome: "denied", output: `denied: ${reason}` };
      equal({ name, outcome, output }, expected, "`toolCalls[0]`");
    });
    await check("reason-reaches-the-model", () => {
      const messages = sent()[1]?.turn?.messages ?? [];
      const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
      const reasons = results.map(({ output }) => output);
      expectThat(
        reasons.includes(`denied: ${reason}`),
        mismatch(
          "what the model was told of its call",
          `'denied: ${reason}'`,
          reasons.map(describe).join(", ") || "nothing",
        ),
      );
    });
    await check("generation-goes-on", () => {
      expectThat(
        response.steps > 1,
        mismatch("`steps`", "more than 1, as the model is asked again", describe(response.steps)),
      );
      expectThat(response.text !== "", mismatch("`text` after the denial", "an answer", "''"));
    });
    await check("policy-sees-the-call", () => {
      const [call] = asked;
      equal(call?.name, tool.name, "the name that the policy saw");
      const input = call?.input as { city?: unknown } | undefined;
      expectThat(
        typeof input?.city === "string",
        mismatch("`input` of the call that the policy was shown", "{ city: … }", describe(input)),
      );
      if (can("script")) equal(asked.length, 1, "how often the policy was asked");
    });

    /** One generation a policy, each with one call, on one subject. */
    const playWith = async (...policies: readonly Approve[]) => {
      const played = await open({ script: policies.flatMap(() => [temperatureCall, temperatureAnswer]) });
      const plays: { readonly ran: number; readonly text: string; readonly call: ToolCall | undefined }[] = [];
      for (const approve of policies) {
        const before = ran;
        const answer = await generateCalling(context, played.subject, { ...prompt, tools: [tool], approve });
        plays.push({ ran: ran - before, text: answer.text, call: answer.toolCalls[0] });
      }
      return plays;
    };
    await check("approved-call-runs", async () => {
      const [approved] = await playWith(async () => true);
      expectThat(
        (approved?.ran ?? 0) > 0,
        mismatch("the number of times that the handler of an approved call ran", "at least 1", "0"),
      );
      equal(approved?.call?.outcome, "ran", "the call's `outcome`");
    });
    await check("only-true-approves", async () => {
      const answers = [undefined, null, 1, "yes", "true", {}, { denied: "" }, { approved: true }, false];
      const plays = await playWith(...answers.map((answer) => () => answer as never));
      plays.forEach((refused, i) => {
        const answer = describe(answers[i]);
        expectThat(
          refused.ran === 0,
          mismatch(
            `the number of times that the handler ran where the policy answered ${answer}`,
            "0",
            String(refused.ran),
          ),
        );
        equal(refused.call?.outcome, "denied", `the call's \`outcome\` for the answer ${answer}`);
      });
    });
    await check("throwing-policy-denies", async () => {
      const [refused] = await playWith(() => {
        throw new Error("the permission service is down");
      });
      equal(refused?.ran, 0, "the number of times that the handler ran");
      equal(refused?.call?.output, "denied: the permission service is down", "the call's `output`");
      equal(refused?.text, temperatureAnswer, "`text`");
    });
  },
});
