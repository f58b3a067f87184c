import type { LLMRequest, Script, ToolChoice } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError, expectNothingSent, rejectsWith } from "../expect.js";
import { celsius, temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { callsIn } from "./history.js";

const choices: readonly ToolChoice[] = ["auto", "none", "required", { tool: "get_temperature" }];

export const toolChoiceIsHonoured = llmCase({
  name: "ToolChoiceIsHonoured",
  claim: "Whether the model must, may or may not call is told to it, and what it makes of that is looked at.",
  script: [temperatureCall, temperatureAnswer],
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "choice-is-sent": must({
      clause: "Each of auto, none, required and `{ tool }` reaches the provider, or is refused with LLM_UNSUPPORTED.",
      why: "A call that was demanded is not made, or one that was forbidden is.",
      fix: "Translate the choice into the provider's field for it; `none` is not the same as no choice.",
      needs: ["script", "meaning"],
    }),
    "force-is-for-the-first-step": must({
      clause: "A forcing choice is sent with the first turn of a loop only.",
      why: "The model is forced to call for ever, and never answers.",
      fix: "Leave the choice out, or set it to auto, once a turn has called.",
      needs: ["script", "meaning"],
    }),
    "none-is-for-all-steps": must({
      clause: "A call that comes although the choice is `none` is listed and never run, nor kept in `messages`.",
      why: "What the caller has forbidden is done all the same.",
      fix: "Look at the choice before running the calls of a turn.",
      needs: ["script"],
    }),
    "ignored-force-is-an-error": must({
      clause: "An answer that does not call although it was forced to is LLM_BAD_RESPONSE (502).",
      why: "The caller reads the arguments of a call that is not there.",
      fix: "Compare the calls of the turn with the choice before returning it.",
      needs: ["script"],
    }),
    "another-tool-is-an-error": must({
      clause: "An answer that calls another tool than the forced one is LLM_BAD_RESPONSE, and that call never runs.",
      why: "What was to classify a text sends a mail instead.",
      fix: "Look for a call of the forced tool, not for any call.",
      needs: ["script"],
    }),
    "cut-turn-is-no-disobedience": must({
      clause: "A forced turn that ended in length or content_filter is returned as such, and is no error.",
      why: "A blocked answer looks like a broken provider.",
      fix: "Look at the finish reason before the calls are missed.",
      needs: ["script"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const play = async (toolChoice: ToolChoice, script: Script, more: Partial<LLMRequest> = {}) => {
      const { subject, sent } = await open({ script });
      let ran = 0;
      const tool = temperatureTool(() => {
        ran += 1;
        return { celsius };
      });
      const pending = generate(subject, { ...prompt, tools: [tool], toolChoice, ...more }, { signal });
      return { pending, sent, ran: () => ran };
    };
    const looping: Script = [temperatureCall, temperatureAnswer];

    await check("choice-is-sent", async () => {
      for (const choice of choices) {
        const { pending, sent } = await play(choice, choice === "none" ? [temperatureAnswer] : looping);
        if (await isUnsupported(pending)) {
          expectNothingSent(sent());
          continue;
        }
        // Left to itself, a model may call: to say so is to say nothing.
        const sentChoice = sent()[0]?.turn?.toolChoice ?? "auto";
        equal(sentChoice, choice, "the tool choice sent");
      }
    });
    await check("force-is-for-the-first-step", async () => {
      for (const choice of choices.slice(2)) {
        const { pending, sent } = await play(choice, looping);
        if (await isUnsupported(pending)) continue;
        equal(sent()[1]?.turn?.toolChoice ?? "auto", "auto", "the tool choice sent with the second turn");
      }
    });
    await check("none-is-for-all-steps", async () => {
      const { pending, ran } = await play("none", [{ text: "Still.", ...temperatureCall }, temperatureAnswer]);
      if (await isUnsupported(pending)) return;
      const response = await pending;
      equal(ran(), 0, "the number of times that the handler ran");
      equal(response.steps, 1, "`steps`");
      for (const { outcome } of response.toolCalls) equal(outcome, undefined, "the `outcome` of the forbidden call");
      equal(callsIn(response.messages), [], "the calls in `messages`");
    });
    await check("ignored-force-is-an-error", async () => {
      for (const choice of choices.slice(2)) {
        const { pending } = await play(choice, ["I would rather not."]);
        // Where it cannot be forced, it cannot be ignored.
        if (await rejectsWith(pending, "LLM_UNSUPPORTED")) continue;
        await expectError(pending, "LLM_BAD_RESPONSE", { status: 502 });
      }
    });
    await check("another-tool-is-an-error", async () => {
      const tools = [temperatureTool(), { ...temperatureTool(), name: "get_tides" }].map((tool) => ({
        ...tool,
        execute: () => {
          ran.push(tool.name);
          return "ok";
        },
      }));
      const ran: string[] = [];
      const { pending } = await play({ tool: "get_tides" }, looping, { tools });
      if (await rejectsWith(pending, "LLM_UNSUPPORTED")) return;
      await expectError(pending, "LLM_BAD_RESPONSE", { status: 502 });
      equal(ran, [], "the tools that ran");
    });
    await check("cut-turn-is-no-disobedience", async () => {
      for (const finishReason of ["length", "content_filter"] as const) {
        const { pending } = await play("required", [{ text: "I", finishReason }]);
        if (await isUnsupported(pending)) continue;
        equal((await pending).finishReason, finishReason, "`finishReason`");
      }
    });
  },
});
