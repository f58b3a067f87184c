import type { Approve, Script, ToolCall } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { temperatureAnswer, temperatureRequest, temperatureTool } from "../prompts.js";

const callOf = (city: string) => ({ id: `call_${city}`, name: "get_temperature", input: { city } });
const cityOf = ({ input }: Pick<ToolCall, "input">) => String((input as { city?: unknown } | null)?.city);
const two: Script = [{ toolCalls: [callOf("Paris"), callOf("Oslo")] }, temperatureAnswer];

/** A turn of the event loop, and what is due in it. */
const later = () => new Promise<void>((resolve) => setImmediate(resolve));

export const approvalIsAskedForEachCall = llmCase({
  name: "ApprovalIsAskedForEachCall",
  claim: "Each call is approved or denied on its own, in call order, before any of its turn runs.",
  script: two,
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "one-answer-is-for-one-call": must({
      clause: "An answer holds for its own call: of two calls of one tool the one denied does not run, the other does.",
      why: "A user who approves one transfer has approved all of them.",
      fix: "Ask once a call; remember nothing by the tool's name.",
      needs: ["script"],
    }),
    "asked-in-call-order": must({
      clause: "The policy is asked in call order, one call after the other.",
      why: "A user sees three dialogues at once, in any order.",
      fix: "Await each answer before the next call is put to the policy.",
      needs: ["script"],
    }),
    "asked-before-any-runs": must({
      clause: "No call of a turn runs before all of its calls were decided.",
      why: "Who denies the second of two calls that belong together finds the first one done.",
      fix: "Decide all, then run those that were approved.",
      needs: ["script"],
    }),
    "late-denial-denies": must({
      clause: "A policy that denies after a while denies: nothing runs before it has answered.",
      why: "What runs while somebody is still reading the question cannot be taken back.",
      fix: "Await the answer, whatever time it takes.",
      needs: ["script"],
    }),
    "rejected-policy-denies": must({
      clause: "A policy whose promise rejects denies the call with the message, and the generation goes on.",
      why: "When the permission service is down, calls run unchecked or conversations end.",
      fix: "Await within the try that catches what the policy throws.",
      needs: ["script"],
    }),
    "later-steps-are-asked-too": must({
      clause: "The calls of every turn are put to the policy, not only those of the first.",
      why: "The second transfer of a conversation is made unseen.",
      fix: "Pass the policy on to every turn of the loop.",
      needs: ["script"],
    }),
    "policy-cannot-change-the-call": must({
      clause: "What the policy changes in the call that it is shown does not change what runs.",
      why: "A policy that masks an account number for a dialogue makes the transfer go nowhere.",
      fix: "Show the policy a copy.",
      needs: ["script"],
    }),
    "denied-and-approved-go-back-together": must({
      clause: "`toolCalls` has each call with its own outcome, in call order, where some were denied.",
      why: "An audit shows the denied call as made, or not at all.",
      fix: "Keep what became of each call by position.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const play = async (approve: Approve, script: Script = two) => {
      const { subject } = await open({ script });
      const ran: string[] = [];
      const tool = temperatureTool((input) => {
        ran.push(cityOf({ input: input as ToolCall["input"] }));
        return "21 degrees";
      });
      const { text, toolCalls } = await generate(subject, { ...prompt, tools: [tool], approve }, { signal });
      return {
        ran,
        text,
        outcomes: toolCalls.map(({ outcome }) => outcome),
        outputs: toolCalls.map(({ output }) => output),
      };
    };

    await check("one-answer-is-for-one-call", async () => {
      const second = await play((call) => cityOf(call) === "Oslo");
      equal(second.ran, ["Oslo"], "what ran where only Oslo was approved");
      const first = await play((call) => cityOf(call) === "Paris");
      equal(first.ran, ["Paris"], "what ran where only Paris was approved");
    });
    await check("asked-in-call-order", async () => {
      const seen: string[] = [];
      await play(async (call) => {
        seen.push(`asked ${cityOf(call)}`);
        await later();
        seen.push(`answered ${cityOf(call)}`);
        return true;
      });
      equal(
        seen,
        ["asked Paris", "answered Paris", "asked Oslo", "answered Oslo"],
        "the order of questions and answers",
      );
    });
    await check("asked-before-any-runs", async () => {
      const { subject } = await open();
      const seen: string[] = [];
      const tool = temperatureTool(() => {
        seen.push("ran");
        return "21 degrees";
      });
      const approve: Approve = async () => {
        await later();
        seen.push("asked");
        return true;
      };
      await generate(subject, { ...prompt, tools: [tool], approve }, { signal });
      equal(seen, ["asked", "asked", "ran", "ran"], "the order of questions and runs");
    });
    await check("late-denial-denies", async () => {
      const { ran, outcomes } = await play(async () => {
        await later();
        await later();
        return { denied: "on second thought, no" };
      });
      equal(ran, [], "what ran although all was denied");
      equal(outcomes, ["denied", "denied"], "the outcomes in `toolCalls`");
    });
    await check("rejected-policy-denies", async () => {
      const { ran, outputs, text } = await play(async () => {
        await later();
        throw new Error("the permission service is down");
      });
      equal(ran, [], "what ran although nobody approved");
      equal(outputs[0], "denied: the permission service is down", "the first call's `output`");
      equal(text, temperatureAnswer, "`text`");
    });
    await check("later-steps-are-asked-too", async () => {
      const asked: string[] = [];
      const script = [{ toolCalls: [callOf("Paris")] }, { toolCalls: [callOf("Oslo")] }, temperatureAnswer];
      const { ran } = await play((call) => {
        asked.push(cityOf(call));
        return cityOf(call) === "Paris";
      }, script);
      equal(asked, ["Paris", "Oslo"], "what the policy was asked");
      equal(ran, ["Paris"], "what ran where only Paris was approved");
    });
    await check("policy-cannot-change-the-call", async () => {
      const { ran } = await play((call) => {
        Object.assign(call.input as object, { city: "Atlantis" });
        return true;
      });
      equal(ran, ["Paris", "Oslo"], "what ran");
    });
    await check("denied-and-approved-go-back-together", async () => {
      const { outcomes, outputs } = await play((call) => cityOf(call) === "Oslo" || { denied: "not Paris" });
      equal(outcomes, ["denied", "ran"], "the outcomes in `toolCalls`");
      equal(outputs, ["denied: not Paris", "21 degrees"], "the outputs in `toolCalls`");
    });
  },
});
