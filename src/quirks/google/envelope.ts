import { objectsOf } from "../events.js";
import { isEventStream, isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import { onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { isOtherModel } from "../same-model.js";
import { unexplained } from "../token-sum.js";
import { candidatesIn, isAnswer, onCandidates, onReplies, without } from "./candidates.js";

const protocols = ["google"] as const;
const area = "shape";
const level = "should";
const response = "https://ai.google.dev/api/generate-content#generatecontentresponse";
const candidate = "https://ai.google.dev/api/generate-content#candidate";

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The replies or chunks of an answer that have a candidate. */
const answersOf = (exchange: WireExchange): readonly WireObject[] =>
  isAnswer(exchange) ? objectsOf(exchange).filter((reply) => candidatesIn(reply).length > 0) : [];

/** Whether one candidate was asked for, as is usual. */
function isOneAsked({ request }: WireExchange): boolean {
  const config = objectIn(request.body)?.generationConfig;
  const count = isWireObject(config) ? config.candidateCount : undefined;
  return count === undefined || count === 1;
}

/** Which counts make up the total; one of 0 is left out. */
const parts = {
  total: "totalTokenCount",
  needed: ["promptTokenCount"],
  optional: ["candidatesTokenCount", "thoughtsTokenCount", "toolUsePromptTokenCount"],
} as const;

/** The usage that a reply ends with. */
const usageIn = (exchange: WireExchange): WireObject | undefined =>
  isAnswer(exchange)
    ? objectsOf(exchange)
        .map(({ usageMetadata }) => usageMetadata)
        .findLast(isWireObject)
    : undefined;

const hasEnded = (exchange: WireExchange): boolean =>
  answersOf(exchange).some((reply) => candidatesIn(reply).some(({ finishReason }) => isFilled(finishReason)));

/** What every reply and chunk has around its answer. */
export const envelope: readonly Quirk[] = [
  {
    id: "GEM-60",
    name: "role-of-another",
    class: "deviation",
    protocols,
    area,
    report: "https://ai.google.dev/api/caching#Content",
    seen: "gateways that translate from other protocols",
    breaks: "The turn is filed under another speaker, or refused when it is sent again.",
    rule: "What a reply brings is the model's turn, whatever role it names.",
    law: "The content of a candidate has the role `model`.",
    fix: "The role is copied from the reply: it is known without it.",
    level,
    scene: "text",
    inject: onCandidates(({ content, ...rest }) =>
      isWireObject(content) ? { ...rest, content: { ...content, role: "assistant" } } : undefined,
    ),
    detect: (exchange) => {
      const contents = answersOf(exchange).flatMap((reply) => candidatesIn(reply).map(({ content }) => content));
      const wrong = contents.find((one) => isWireObject(one) && isFilled(one.role) && one.role !== "model");
      return isWireObject(wrong) ? `the role of the answer is "${wrong.role}", and must be "model"` : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-61",
    name: "only-candidate-is-not-the-first",
    class: "deviation",
    protocols,
    area,
    report: candidate,
    seen: "gateways that count from 1",
    breaks: "The answer is empty: the candidate that is waited for never comes.",
    rule: "Where one candidate was asked for, the one that comes is it, whatever its index.",
    law: "The index of an only candidate is 0, or left out.",
    fix: "Only index 0 is read: read the first candidate that comes.",
    level,
    scene: "text",
    inject: onCandidates((one) => ({ ...one, index: 1 })),
    detect: (exchange) => {
      if (!isOneAsked(exchange)) return undefined;
      const indexes = answersOf(exchange).flatMap((reply) => candidatesIn(reply).map(({ index = 0 }) => index));
      return indexes.length > 0 && !indexes.includes(0)
        ? `one candidate was asked for, and its index is ${indexes[0]}`
        : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-62",
    name: "no-model-version",
    class: "deviation",
    protocols,
    area,
    report: response,
    seen: "gateways",
    breaks: "Nobody can tell which version of a model answered.",
    rule: "Where `modelVersion` is missing, the model is the one asked for.",
    law: "A reply names its model in `modelVersion`.",
    fix: "The field is taken for granted: repeat the model of the request without it.",
    level,
    mild: true,
    scene: "text",
    inject: onReplies((reply) => (candidatesIn(reply).length > 0 ? without(reply, "modelVersion") : undefined)),
    detect: (exchange) => {
      const replies = answersOf(exchange);
      return replies.length > 0 && !replies.some(({ modelVersion }) => isFilled(modelVersion))
        ? "the reply has no `modelVersion`"
        : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-63",
    name: "more-candidates-than-asked-for",
    class: "deviation",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#generationconfig",
    seen: "gateways",
    breaks: "Two answers are run together into one.",
    rule: "Of several candidates the first is the answer.",
    law: "There are as many candidates as `candidateCount` says, 1 where it is absent.",
    fix: "All candidates are joined: stay with the first one's index.",
    level,
    scene: "text",
    inject: onReplies((reply) => {
      const [first] = candidatesIn(reply);
      const other = { content: { role: "model", parts: [{ text: "Another." }] }, index: 1 };
      return first ? { ...reply, candidates: [first, other] } : undefined;
    }),
    detect: (exchange) => {
      if (!isOneAsked(exchange)) return undefined;
      const indexes = answersOf(exchange).flatMap((reply) => candidatesIn(reply).map(({ index = 0 }) => index));
      const count = Math.max(new Set(indexes).size, ...answersOf(exchange).map((reply) => candidatesIn(reply).length));
      return count > 1 ? `one candidate was asked for, and there are ${count}` : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-64",
    name: "id-that-changes",
    class: "deviation",
    protocols,
    area,
    report: response,
    seen: "gateways that make up an id for each event",
    breaks: "Events of one answer are taken for several answers.",
    rule: "All events of a reply are one answer, whatever their ids.",
    law: "All events of a stream have the same `responseId`.",
    fix: "Events are told apart by their `responseId`: a reply has one answer.",
    level,
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index) =>
      index > 0 && isFilled(chunk.responseId) && candidatesIn(chunk).length > 0
        ? { ...chunk, responseId: `${chunk.responseId}-${index}` }
        : undefined,
    ),
    detect: (exchange) => {
      const ids = new Set(
        answersOf(exchange)
          .map(({ responseId }) => responseId)
          .filter(isFilled),
      );
      return isEventStream(exchange) && ids.size > 1
        ? `the events of one answer have ${ids.size} different \`responseId\``
        : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-68",
    name: "usage-that-does-not-add-up",
    class: "deviation",
    protocols,
    area: "usage",
    report: "https://ai.google.dev/api/generate-content#UsageMetadata",
    seen: "gateways that count anew",
    breaks: "Two parts of one bill contradict each other.",
    rule: "The counts of prompt and candidates are told as they are, whatever the total.",
    law: "Prompt, candidates, thoughts and tool results add up to `totalTokenCount`.",
    fix: "Output is computed from the total: take `candidatesTokenCount`.",
    level,
    scene: "text",
    inject: onReplies((reply, { isLast }) => {
      const { usageMetadata: usage } = reply;
      if (!isLast || !isWireObject(usage) || !Number.isInteger(usage.totalTokenCount)) return undefined;
      const ended = candidatesIn(reply).some(({ finishReason }) => isFilled(finishReason));
      const skewed = { ...usage, totalTokenCount: (usage.totalTokenCount as number) + 1013 };
      return ended && unexplained(skewed, parts) !== undefined ? { ...reply, usageMetadata: skewed } : undefined;
    }),
    detect: (exchange) => {
      const usage = hasEnded(exchange) ? usageIn(exchange) : undefined;
      const rest = usage && unexplained(usage, parts);
      if (!usage || rest === undefined) return undefined;
      const total = usage.totalTokenCount as number;
      return `\`totalTokenCount\` is ${total}, and its parts add up to ${total - rest}`;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-69",
    name: "another-model-answers",
    class: "deviation",
    protocols,
    area: "model",
    report: response,
    seen: "gateways that fall back",
    breaks: "Costs are counted and abilities judged by a model that was never used.",
    rule: "`model` of the response is the one that the reply names.",
    law: "`modelVersion` is the model of the path, or a version of it.",
    fix: "The model of the request is repeated: read `modelVersion`.",
    level,
    scene: "text",
    inject: onReplies((reply) =>
      candidatesIn(reply).length > 0 ? { ...reply, modelVersion: "fallback-2" } : undefined,
    ),
    detect: (exchange) => {
      const [, asked] = /\/models\/([^:/?]+):/.exec(exchange.request.path) ?? [];
      const served = answersOf(exchange)
        .map(({ modelVersion }) => modelVersion)
        .find(isFilled);
      return asked !== undefined && served !== undefined && isOtherModel(decodeURIComponent(asked), served)
        ? `the request asks for the model "${decodeURIComponent(asked)}", and "${served}" answers`
        : undefined;
    },
    expect: { response: { model: "fallback-2" } },
  },
];
