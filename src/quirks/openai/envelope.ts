import { objectsOf } from "../events.js";
import { isEventStream, isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import { onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { askedIn, isAccepted, isFilled, omit, onAnswers, onChoices, onEnvelopes } from "./answers.js";
import { answersIn, listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "shape";
const whole = "https://platform.openai.com/docs/api-reference/chat/object";
const streamed = "https://platform.openai.com/docs/api-reference/chat/streaming";

/** The objects of an answer that have a choice. */
const objectsWithChoices = (exchange: WireExchange): readonly WireObject[] =>
  isAccepted(exchange) ? objectsOf(exchange).filter((object) => listOf(object.choices).length > 0) : [];

/** What an object of its shape calls itself; undefined where it has none. */
function rightName(object: WireObject): string | undefined {
  const [choice = {}] = listOf(object.choices);
  if (isWireObject(choice.message)) return "chat.completion";
  return isWireObject(choice.delta) ? "chat.completion.chunk" : undefined;
}

/** What every reply and chunk has around its answer. */
export const envelope: readonly Quirk[] = [
  {
    id: "SHP-60",
    name: "role-of-another",
    class: "deviation",
    protocols,
    area,
    report: whole,
    seen: "gateways in front of models that call themselves `model` or `ai`",
    breaks: "The turn is filed under another speaker, or refused when it is sent again.",
    rule: "What a reply brings is the assistant's turn, whatever role it names.",
    law: "The role of an answer is `assistant`.",
    fix: "The role is copied from the reply, or anything but `assistant` passed over: it is known without it.",
    scene: "text",
    inject: onAnswers((answer) => ("role" in answer ? { ...answer, role: "model" } : undefined)),
    detect: (exchange) => {
      const roles = objectsWithChoices(exchange).flatMap((object) =>
        answersIn(object).map(({ answer }) => answer.role),
      );
      const wrong = roles.find((role) => isFilled(role) && role !== "assistant");
      return wrong === undefined ? undefined : `the role of the answer is "${wrong}", and must be "assistant"`;
    },
    expect: "unchanged",
  },
  {
    id: "SHP-61",
    name: "id-that-changes",
    class: "deviation",
    protocols,
    area,
    report: streamed,
    seen: "gateways that make up an id for each chunk",
    breaks: "Chunks of one answer are taken for several answers, and all but one are lost.",
    rule: "All chunks of a reply are one answer, whatever their ids.",
    law: "All chunks of a reply have the same `id`.",
    fix: "Chunks are told apart by their `id`: a reply has one answer.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index) =>
      index > 0 && isFilled(chunk.id) ? { ...chunk, id: `${chunk.id}-${index}` } : undefined,
    ),
    detect: (exchange) => {
      const ids = new Set(
        objectsWithChoices(exchange)
          .map(({ id }) => id)
          .filter(isFilled),
      );
      return ids.size > 1 ? `the chunks of one answer have ${ids.size} different ids` : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "SHP-62",
    name: "only-choice-is-not-the-first",
    class: "deviation",
    protocols,
    area,
    report: whole,
    seen: "servers that count choices from 1",
    breaks: "The answer is empty: the choice that is waited for never comes.",
    rule: "Where one choice was asked for, the one that comes is it, whatever its index.",
    law: "The index of an only choice is 0.",
    fix: "Only index 0 is read: read the first choice that comes.",
    scene: "text",
    inject: onChoices((choice) => ({ ...choice, index: 1 })),
    detect: (exchange) => {
      const { n } = askedIn(exchange);
      if (typeof n === "number" && n > 1) return undefined;
      const indexes = objectsWithChoices(exchange).flatMap(({ choices }) => listOf(choices).map(({ index }) => index));
      const wrong = indexes.find((index) => typeof index === "number" && index !== 0);
      return wrong === undefined ? undefined : `one choice was asked for, and one with index ${wrong} came`;
    },
    expect: "unchanged",
  },
  {
    id: "SHP-64",
    name: "object-of-another-name",
    class: "deviation",
    protocols,
    area,
    report: streamed,
    seen: "servers that send whole and streamed replies from one template",
    breaks: "A client that goes by `object` reads nothing.",
    rule: "A message or a delta is read wherever it stands, whatever `object` says.",
    law: "`object` is `chat.completion`, and `chat.completion.chunk` in a stream.",
    fix: "`object` decides how a reply is read: look at what it holds.",
    scene: "text",
    inject: onEnvelopes((object) => {
      const right = rightName(object);
      if (right === undefined) return undefined;
      return { ...object, object: right === "chat.completion" ? "text_completion" : "chat.completion" };
    }),
    detect: (exchange) => {
      const wrong = objectsWithChoices(exchange).find(
        (object) => isFilled(object.object) && rightName(object) !== undefined && object.object !== rightName(object),
      );
      return wrong && `\`object\` is "${wrong.object}", and must be "${rightName(wrong)}"`;
    },
    expect: "unchanged",
  },
  {
    id: "SHP-65",
    name: "no-id-time-or-model",
    class: "deviation",
    protocols,
    area,
    report: streamed,
    seen: "small servers and proxies",
    breaks: "Strict clients refuse the reply, and nobody can find it in a log.",
    rule: "`id` and `created` are not needed, and where `model` is missing it is the one asked for.",
    law: "Every reply and chunk has `id`, `created` and `model`.",
    fix: "The reply is checked against a strict schema: ask for the answer alone.",
    scene: "text",
    inject: onEnvelopes((object) => omit(object, "id", "created", "model")),
    detect: (exchange) => {
      const objects = objectsWithChoices(exchange);
      const has = {
        id: ({ id }: WireObject) => isFilled(id),
        created: ({ created }: WireObject) => typeof created === "number",
        model: ({ model }: WireObject) => isFilled(model),
      };
      // Where it is blank in some chunks and filled in others, as at Azure, it is there.
      const missing = Object.entries(has).filter(([, look]) => !objects.some(look));
      if (objects.length === 0 || missing.length === 0) return undefined;
      const what = isEventStream(exchange) ? "the chunks have" : "the reply has";
      return `${what} no ${missing.map(([name]) => `\`${name}\``).join(", no ")}`;
    },
    expect: "unchanged",
  },
];
