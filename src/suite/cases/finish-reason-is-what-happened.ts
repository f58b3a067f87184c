import type { LLMRequest, ScriptedReply } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { hello, temperatureCall, temperatureRequest } from "../prompts.js";

const calling: LLMRequest = { ...temperatureRequest(), maxSteps: 1 };

export const finishReasonIsWhatHappened = llmCase({
  name: "FinishReasonIsWhatHappened",
  claim: "The finish reason says what happened, whatever label the provider put on it.",
  script: [{ text: "Hel", finishReason: "length" }],
  checks: {
    "cut-is-length": must({
      clause: "An answer that was cut at the token limit is `length`, with the text there is.",
      why: "Half an answer is stored as whole.",
      fix: "Map the provider's label for the limit to `length`; the text is kept, nothing is thrown.",
      needs: ["script"],
    }),
    "blocked-is-content-filter": must({
      clause:
        "An answer that was blocked is `content_filter`, with the text there is; it is neither `stop` nor an error.",
      why: "A blocked answer passes for an empty one, or is tried again and again.",
      fix: "Map safety, recitation and refusal labels to `content_filter`.",
      needs: ["script"],
    }),
    "unknown-label-is-other": must({
      clause: "A label that nobody knows is `other`.",
      why: "What a provider invents next year is taken for a complete answer, or throws.",
      fix: "Map the labels that you know, and give `other` for the rest.",
      needs: ["script"],
    }),
    "foreign-label-is-known": must({
      clause: "A label of another protocol, such as max_tokens or end_turn, is mapped by what it means.",
      why: "Gateways pass the labels of the provider behind them.",
      fix: "Know the labels of all common protocols, in any case of letters.",
      needs: ["script"],
    }),
    "raw-label-is-kept": must({
      clause: "`providerFinishReason` is the provider's own label.",
      why: "Why an answer was blocked can be read from nothing else.",
      fix: "Keep the label as it came, beside the mapped one.",
      needs: ["script"],
    }),
    "calls-decide": must({
      clause: "A turn with complete calls is `tool_use`, also where its label says stop.",
      why: "Agents that branch on the label drop the calls and end.",
      fix: "Look at the calls, not the label.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "label-alone-is-no-call": must({
      clause: "A turn without calls is `stop`, also where its label announces calls.",
      why: "The caller waits for calls that are not there.",
      fix: "Look at the calls, not the label.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "cut-is-never-promoted": must({
      clause: "A turn with calls that ended in length or content_filter keeps that reason.",
      why: "Calls whose arguments were cut look finished, and are run by the caller.",
      fix: "Look for the cut before the calls.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    const play = async (reply: ScriptedReply, request: LLMRequest = hello) => {
      const { subject } = await open({ script: [reply] });
      return generate(subject, request, { signal });
    };
    await check("cut-is-length", async () => {
      const { finishReason, text } = await play({ text: "Hel", finishReason: "length" });
      equal([finishReason, text], ["length", "Hel"], "`finishReason` and `text`");
    });
    await check("blocked-is-content-filter", async () => {
      const { finishReason, text } = await play({ text: "Take two", finishReason: "content_filter" });
      equal([finishReason, text], ["content_filter", "Take two"], "`finishReason` and `text`");
      const silent = await play({ finishReason: "content_filter" });
      equal([silent.finishReason, silent.text], ["content_filter", ""], "`finishReason` and `text`");
    });
    await check("unknown-label-is-other", async () => {
      const { finishReason } = await play({ text: "Hello.", providerFinishReason: "tired" });
      equal(finishReason, "other", "`finishReason` for the label tired");
    });
    await check("foreign-label-is-known", async () => {
      for (const [label, reason] of [
        ["max_tokens", "length"],
        ["MAX_TOKENS", "length"],
        ["end_turn", "stop"],
        ["SAFETY", "content_filter"],
      ] as const) {
        const { finishReason } = await play({ text: "Hel", providerFinishReason: label });
        equal(finishReason, reason, `\`finishReason\` for the label ${label}`);
      }
    });
    await check("raw-label-is-kept", async () => {
      for (const label of ["tired", "max_tokens"]) {
        const { providerFinishReason } = await play({ text: "Hel", providerFinishReason: label });
        equal(providerFinishReason, label, "`providerFinishReason`");
      }
    });
    await check("calls-decide", async () => {
      const { finishReason, toolCalls } = await play({ ...temperatureCall, finishReason: "stop" }, calling);
      equal(finishReason, "tool_use", "`finishReason` of a turn with a call under the label stop");
      equal(toolCalls.length, 1, "the number of listed calls");
    });
    await check("label-alone-is-no-call", async () => {
      const { finishReason } = await play({ text: "Hello.", finishReason: "tool_use" }, calling);
      equal(finishReason, "stop", "`finishReason` of a turn without calls under the label of calls");
    });
    await check("cut-is-never-promoted", async () => {
      for (const reason of ["length", "content_filter"] as const) {
        const { finishReason } = await play({ text: "Let me", ...temperatureCall, finishReason: reason }, calling);
        equal(finishReason, reason, "`finishReason` of a turn with a call");
      }
    });
  },
});
