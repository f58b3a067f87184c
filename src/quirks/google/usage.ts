import type { WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { onReplies, without } from "./candidates.js";

const protocols = ["google"] as const;
const area = "usage";

/** The last reply has this usage, and those before have none. */
const ending = (usageMetadata: WireObject) =>
  onReplies((reply, { isLast }) => (isLast ? { ...reply, usageMetadata } : without(reply, "usageMetadata")));

const contested =
  "Reports disagree whether candidates have the thoughts in them, so the total decides: its parts must add up to it.";

/** How Google counts tokens. */
export const usage: readonly Quirk[] = [
  {
    id: "GEM-32",
    name: "thoughts-counted-apart",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/simonw/llm-gemini/issues/75",
    seen: "Google",
    breaks: "The cost of thinking models is told several times too low.",
    rule: "Where the total says that thoughts and tool results are counted apart, they are added to output and input.",
    contested,
    fix: "Only `candidatesTokenCount` is read: add `thoughtsTokenCount`, and `toolUsePromptTokenCount` to the input.",
    scene: "text",
    inject: ending({
      promptTokenCount: 500,
      candidatesTokenCount: 120,
      toolUsePromptTokenCount: 300,
      thoughtsTokenCount: 10,
      totalTokenCount: 930,
    }),
    expect: { response: { usage: { inputTokens: 800, outputTokens: 130, reasoningTokens: 10 } } },
  },
  {
    id: "GEM-96",
    name: "thoughts-counted-within",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/Wei-Shaw/sub2api/issues/554",
    seen: "surfaces that count as Vertex AI is said to",
    breaks: "The cost of thinking is told twice.",
    rule: "Where the total says that candidates have the thoughts in them, they are not added again.",
    contested,
    fix: "Thoughts are always added: compare with `totalTokenCount`.",
    scene: "text",
    inject: ending({ promptTokenCount: 50, candidatesTokenCount: 120, thoughtsTokenCount: 100, totalTokenCount: 170 }),
    expect: { response: { usage: { inputTokens: 50, outputTokens: 120, reasoningTokens: 100 } } },
  },
  {
    id: "GEM-97",
    name: "running-totals",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/agentscope-ai/agentscope-java/issues/3033",
    seen: "Google",
    breaks: "The cost is told as many times as there are events.",
    rule: "The usage of an event is that of the answer so far: the last one counts, and none is added up.",
    fix: "The usage of all events is summed: keep the last.",
    scene: "text",
    on: "stream",
    inject: onReplies((chunk, { index, isLast }) => {
      const candidatesTokenCount = isLast ? 5 : Math.min(index + 1, 4);
      const totalTokenCount = 12 + candidatesTokenCount;
      return { ...chunk, usageMetadata: { promptTokenCount: 12, candidatesTokenCount, totalTokenCount } };
    }),
    expect: { response: { usage: { inputTokens: 12, outputTokens: 5 } } },
  },
  {
    id: "GEM-98",
    name: "usage-is-missing",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#UsageMetadata",
    seen: "gateways",
    breaks: "Tokens that nobody counted are told as 0, or as NaN.",
    rule: "Without `usageMetadata` the usage is unknown, not 0.",
    fix: "Absent counts are read as 0: leave them `undefined`.",
    scene: "text",
    inject: onReplies((reply) => ("usageMetadata" in reply ? without(reply, "usageMetadata") : undefined)),
    expect: { response: { usage: {} } },
  },
];
