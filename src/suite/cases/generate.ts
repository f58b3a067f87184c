import type { FinishReason, LLMRequest } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectCount, expectNothingSent, expectText } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { isUnsupported, judgeMessages, messageChecks } from "./generate-messages.js";

const finishReasons: readonly FinishReason[] = ["stop", "length", "content_filter", "tool_use", "error", "other"];

const request: LLMRequest = {
  system: "You are brief.",
  messages: [{ role: "user", content: "Say hello in one short sentence." }],
};
const served = "touchstone-served-model";
const usage = { inputTokens: 12, outputTokens: 5 };
const answer = "Hello there!\n  Grüß dich 👋🏽";

/** One value for each setting that a provider may lack. */
const settings = {
  temperature: 0.5,
  topP: 0.9,
  seed: 7,
  maxTokens: 64,
  stopSequences: ["###"],
} as const satisfies Partial<LLMRequest>;

export const generateCase = llmCase({
  name: "Generate",
  claim: "A plain request is sent as it is, and its answer comes back whole.",
  script: [{ text: answer, usage, model: served }, "Hello again."],
  prompt: request,
  checks: {
    "text-comes-back": must({
      clause: "`text` is the answer, and not blank.",
      why: "The user sees nothing, and the call counts as a success.",
      fix: "Read the text from where this provider puts it; join all its text parts.",
    }),
    "text-is-untouched": must({
      clause: "`text` is the answer to the letter, white space, line ends and emoji included.",
      why: "Code, Markdown and names lose characters on their way.",
      fix: "Do not trim, normalise or decode piecewise; take the string that JSON gave.",
      needs: ["script"],
    }),
    "finish-reason-is-known": must({
      clause: "`finishReason` is one of stop, length, content_filter, tool_use, error, other; a plain answer is stop.",
      why: "An application cannot tell a complete answer from one that was cut.",
      fix: "Map the provider's labels, and give `other` for one that is unknown; the raw one is `providerFinishReason`.",
    }),
    "usage-is-whole-numbers": must({
      clause: "Each count in `usage` is a whole number that is not negative, or undefined.",
      why: "One NaN makes a sum over a month of calls NaN.",
      fix: "Leave out what the provider did not report instead of computing with it.",
    }),
    "usage-is-as-reported": must({
      clause: "`usage` has the input and output tokens that the provider reported.",
      why: "Bills and budgets are computed from it.",
      fix: "Read the counts from the reply; do not estimate them.",
      needs: ["script"],
    }),
    "model-is-named": must({
      clause: "`model` is the model that the provider says it used, else the one asked for.",
      why: "A router that fell back to another model goes unnoticed.",
      fix: "Fill it from the reply; where that names none, from the request or the LLM.",
    }),
    "takes-one-turn": must({
      clause: "Without tools `steps` is 1 and `toolCalls` is empty.",
      why: "Budgets of steps are computed from it, and an audit lists calls that nobody made.",
      fix: "Set `steps: 1`, and `toolCalls` and `sources` to empty lists.",
    }),
    "sends-one-request": must({
      clause: "Without tools one request is sent.",
      why: "Every further request costs money and time that nobody asked for.",
      fix: "Do not retry a success, and ask for nothing beforehand.",
      needs: ["traffic"],
    }),
    "messages-go-on": must({
      clause: "`messages` holds the assistant's turn, ready to be pushed onto the history.",
      why: "The next turn of a conversation forgets what the model said, or is refused by the provider.",
      fix: 'Append one `{ role: "assistant", content: text }` for each turn of the generation.',
    }),
    "response-is-data": must({
      clause: "A response but for `raw` survives JSON.stringify and back.",
      why: "Conversations are kept in databases; what does not survive is missing when they are resumed.",
      fix: "Keep class instances, dates, functions and BigInts out of the response; NaN becomes null.",
    }),
    "request-arrives": must({
      clause: "The system text and the messages reach the provider as they are.",
      why: "The model answers another question than the one asked.",
      fix: "Translate `system` and every message, in order, into the provider's form.",
      needs: ["meaning"],
    }),
    ...messageChecks,
    "request-is-not-changed": must({
      clause: "The caller's request is the same after the call as before.",
      why: "A request that is built once and used for many calls grows or changes under its owner.",
      fix: "Copy what has to be changed: never push onto `messages` or set fields of the request.",
    }),
    "later-changes-do-not-matter": must({
      clause: "What its owner changes in the request after the call was made does not reach the provider.",
      why: "Two calls in a row that share one list of messages send each other's.",
      fix: "Copy the request before the first await.",
      needs: ["meaning"],
    }),
    "settings-are-sent-or-refused": must({
      clause:
        "temperature, topP, seed, maxTokens and stopSequences each reach the provider or are refused with LLM_UNSUPPORTED.",
      why: "A dropped setting shows itself only in results: a test that set a seed is not repeatable and nobody knows why.",
      fix: "Send every field of the request; refuse what this provider does not have, before anything is sent.",
      needs: ["script", "meaning"],
    }),
  },
  async run(context) {
    const { open, check, can, prompt, signal } = context;
    const { subject, sent } = await open();
    const response = await generate(subject, prompt, { signal });
    await check("text-comes-back", () => expectText(response.text, "`text`"));
    await check("text-is-untouched", () => equal(response.text, answer, "`text`"));
    await check("finish-reason-is-known", () => {
      expectThat(
        finishReasons.includes(response.finishReason),
        mismatch("`finishReason`", `one of ${finishReasons.join(", ")}`, describe(response.finishReason)),
      );
      if (can("script")) equal(response.finishReason, "stop", "`finishReason`");
    });
    await check("usage-is-whole-numbers", () => {
      for (const [name, count] of Object.entries(response.usage)) expectCount(count, `\`usage.${name}\``);
    });
    await check("usage-is-as-reported", () => {
      const { inputTokens, outputTokens } = response.usage;
      equal({ inputTokens, outputTokens }, usage, "`usage`");
    });
    await check("takes-one-turn", () => {
      equal(response.steps, 1, "`steps`");
      equal(response.toolCalls, [], "`toolCalls`");
    });
    await check("sends-one-request", () => equal(sent().length, 1, "the number of requests sent"));
    await check("model-is-named", async () => {
      expectText(response.model, "`model`");
      if (!can("script")) return;
      equal(response.model, served, "`model` of a reply that names it");
      const another = await generate(subject, prompt, { signal });
      equal(another.model, subject.model, "`model` of a reply that names no other");
    });
    await check("messages-go-on", () => {
      equal(response.messages.length, 1, "the number of `messages`");
      const { role, content } = response.messages[0] as { role?: unknown; content?: unknown };
      equal({ role, content }, { role: "assistant", content: response.text }, "the appended message");
    });
    await check("response-is-data", () => {
      const { raw: _, ...data } = response;
      equal(throughJSON(data), data, "the response after JSON.stringify and back");
    });
    await check("request-arrives", () => {
      const turn = sent()[0]?.turn;
      equal({ system: turn?.system, messages: turn?.messages }, request, "the request sent");
    });
    await check("request-is-not-changed", () => equal(prompt, request, "the caller's request after the call"));
    await judgeMessages(context);
    await check("later-changes-do-not-matter", async () => {
      const played = await open();
      const changing = structuredClone(request) as { system?: string; messages: unknown[] };
      const pending = generate(played.subject, changing as LLMRequest, { signal });
      changing.messages.push({ role: "user", content: "And say goodbye." });
      changing.system = "You are long-winded.";
      await pending;
      const turn = played.sent()[0]?.turn;
      equal({ system: turn?.system, messages: turn?.messages }, request, "the request sent");
    });
    await check("settings-are-sent-or-refused", async () => {
      const played = await open({ script: Object.keys(settings).map((name) => `With ${name}.`) });
      for (const [name, value] of Object.entries(settings)) {
        const before = played.sent().length;
        const pending = generate(played.subject, { ...request, [name]: value }, { signal });
        if (await isUnsupported(pending)) {
          expectNothingSent(played.sent(), before);
          continue;
        }
        const turn = played.sent().at(-1)?.turn as Record<string, unknown> | undefined;
        equal(turn?.[name], value, `\`${name}\` of the request sent`);
      }
    });
  },
});

function throughJSON(data: object): unknown {
  try {
    return JSON.parse(JSON.stringify(data));
  } catch (error) {
    throw new Failure(mismatch("the response", "data that JSON can carry", describe(error)));
  }
}
