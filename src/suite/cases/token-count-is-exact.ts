import type { LLMRequest } from "../../contract/index.js";
import { countTokens, generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError, expectKnownCount, expectNothingSent } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { hello } from "../prompts.js";
import { lookedUp } from "./history.js";

const long = "This sentence is here to be counted, and is not short. ".repeat(20);

export const tokenCountIsExact = llmCase({
  name: "TokenCountIsExact",
  claim: "countTokens() counts all of a request, exactly, and asks the model nothing.",
  script: ["Hello."],
  prompt: hello,
  capabilities: ["tokenCounting"],
  checks: {
    "system-is-counted": must({
      clause: "A system text makes the count grow.",
      why: "The instructions are the longest part of many requests, and do not fit any more.",
      fix: "Count the request as it would be sent, the system text included.",
    }),
    "history-is-counted": must({
      clause: "Every turn of the history is counted, tool results included.",
      why: "A conversation is over the limit although it was counted.",
      fix: "Count all messages, not the last.",
    }),
    "count-is-what-is-billed": must({
      clause: "The count of a conversation is the input tokens that the provider then reports for it.",
      why: "An estimate that is too low makes the request fail that it was meant to keep within bounds.",
      fix: "Ask the provider or its tokenizer; do not divide by four.",
      needs: ["script"],
    }),
    "counts-without-generating": must({
      clause: "Counting asks the model for nothing.",
      why: "Each count is paid for like an answer.",
      fix: "Use the provider's endpoint for counting.",
      needs: ["traffic", "meaning"],
    }),
    "bad-request-is-refused": must({
      clause: "A request that is not valid is refused as in generate(), and a fired signal cancels.",
      why: "A mistake shows itself only when the request is sent for real.",
      fix: "Validate in the one place that all methods go through.",
    }),
    "request-is-not-changed": must({
      clause: "The caller's request is the same after the count as before.",
      why: "Counting before sending sends something else.",
      fix: "Copy what has to be changed.",
    }),
  },
  async run({ open, check, can, prompt, signal }) {
    const { subject, sent } = await open();
    const count = async (request: LLMRequest): Promise<number> => {
      return expectKnownCount(await countTokens(subject, request, { signal }), "countTokens()");
    };
    await check("system-is-counted", async () => {
      const [without, withSystem] = [await count(prompt), await count({ ...prompt, system: long })];
      expectThat(
        withSystem > without + 50,
        mismatch(
          "the count with a long system text",
          `more than ${without + 50} (without it: ${without})`,
          String(withSystem),
        ),
      );
    });
    await check("history-is-counted", async () => {
      const [one, two, all] = [lookedUp.slice(-1), lookedUp.slice(-2), lookedUp].map((messages) => ({ messages }));
      const counts = [await count(one as LLMRequest), await count(two as LLMRequest), await count(all as LLMRequest)];
      const [last = 0, lastTwo = 0, whole = 0] = counts;
      expectThat(
        last < lastTwo && lastTwo < whole,
        mismatch(
          "the counts of a history's last message, last two and whole",
          "each more than the one before",
          counts.join(", "),
        ),
      );
    });
    await check("count-is-what-is-billed", async () => {
      const request = { system: long, messages: lookedUp };
      const { usage } = await generate(subject, request, { signal });
      if (usage.inputTokens !== undefined)
        equal(await count(request), usage.inputTokens, "the count (against the usage of the same request)");
    });
    await check("counts-without-generating", async () => {
      const before = sent().length;
      await count(prompt);
      const kinds = sent()
        .slice(before)
        .map(({ kind }) => kind);
      expectThat(
        !kinds.includes("generate") && !kinds.includes("stream"),
        mismatch("the kinds of the requests that counting sent", "count-tokens, or none", kinds.join(", ")),
      );
    });
    await check("bad-request-is-refused", async () => {
      const before = sent().length;
      await expectError(countTokens(subject, { messages: [] }, { signal }), "LLM_INVALID_REQUEST", { status: 400 });
      const reason = new Error("the user pressed stop");
      const fired = { signal: AbortSignal.abort(reason) };
      await expectError(countTokens(subject, prompt, fired), "LLM_CANCELLED", { cause: reason });
      if (can("traffic")) expectNothingSent(sent(), before);
    });
    await check("request-is-not-changed", async () => {
      const request = { system: "You are brief.", messages: structuredClone(lookedUp) };
      const before = structuredClone(request);
      await count(request);
      equal(request, before, "the caller's request after the count");
    });
  },
});
