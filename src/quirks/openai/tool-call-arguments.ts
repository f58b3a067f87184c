import { isWireObject, objectIn, type WireExchange } from "../exchange.js";
import { either } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { finishReasonsIn, isAccepted, onChoices } from "./answers.js";
import { callsIn, entriesIn, listOf, onCalls } from "./calls.js";
import { begun, onStreamedCalls } from "./resend.js";

const protocols = ["openai"] as const;
const area = "tool-calls";

/** Gives every call of an answer other arguments; in a stream each call comes in one chunk. */
const withArguments = (change: (args: string) => unknown): Inject =>
  either(
    onStreamedCalls((calls) => {
      const changed = calls.map((call) => change(call.arguments));
      return changed.includes(undefined) ? undefined : calls.map((call, i) => [begun(call, changed[i])]);
    }),
    (exchange) => {
      const changed = callsIn(exchange).map((call) => change(call.arguments));
      return changed.length === 0 || changed.includes(undefined) ? undefined : inMessage(changed)(exchange);
    },
  );

const inMessage = (args: readonly unknown[]): Inject => {
  let i = 0;
  return onCalls((call) => ({
    ...call,
    function: { ...(isWireObject(call.function) ? call.function : {}), arguments: args[i++] },
  }));
};

const argumentsIn = (exchange: WireExchange): readonly unknown[] =>
  isAccepted(exchange)
    ? entriesIn(exchange)
        .map(({ entry }) => entry.function)
        .map((called) => (isWireObject(called) ? called.arguments : undefined))
    : [];

/** Whether an answer has come to an end at which its calls are whole. */
const hasWholeCalls = (exchange: WireExchange): boolean =>
  isAccepted(exchange) &&
  exchange.reply.ending === "complete" &&
  finishReasonsIn(exchange).some((reason) => reason === "stop" || reason === "tool_calls");

/** The call in the field that there was before `tool_calls`, under the label of that time. */
const inOldField: Inject = (exchange) =>
  isAccepted(exchange)
    ? onChoices((choice) => {
        const field = isWireObject(choice.message) ? "message" : "delta";
        const { tool_calls: calls, ...answer } = isWireObject(choice[field]) ? choice[field] : {};
        const [call] = listOf(calls);
        if (!call && choice.finish_reason !== "tool_calls") return undefined;
        return {
          ...choice,
          [field]: { ...answer, ...(call && { function_call: call.function }) },
          ...(choice.finish_reason === "tool_calls" && { finish_reason: "function_call" }),
        };
      })(exchange)
    : undefined;

/** What stands in `arguments`. */
export const toolCallArguments: readonly Quirk[] = [
  {
    id: "TC-10",
    name: "arguments-that-are-an-object",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/ggml-org/llama.cpp/issues/20198",
    seen: "a release of llama.cpp, and gateways to Ollama's own API",
    breaks: "The client crashes, or the tool is given `[object Object]`.",
    rule: "Arguments are taken as JSON text and as the object itself, and are sent back as text.",
    law: "The arguments of a tool call are JSON text.",
    fix: "The arguments are joined as text whatever they are: look at what they are first.",
    scene: "tools",
    inject: withArguments(objectIn),
    detect: (exchange) =>
      argumentsIn(exchange).some(isWireObject)
        ? "the arguments of a tool call are an object, and no JSON text"
        : undefined,
    expect: "unchanged",
  },
  {
    id: "TC-11",
    name: "arguments-that-are-empty",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/openai/openai-agents-js/issues/664",
    seen: "many hosts, for tools without parameters",
    breaks: "The JSON parser fails over nothing, and the agent calls the same tool for ever.",
    rule: "Empty arguments, and such of white space alone, are `{}`.",
    law: "The arguments of a tool call are JSON text: `{}` where there are none.",
    fix: "The text is parsed as it is: take an empty one for `{}`.",
    scene: "plain-tool",
    inject: (exchange) => (hasWholeCalls(exchange) ? withArguments(() => "")(exchange) : undefined),
    detect: (exchange) => {
      if (!hasWholeCalls(exchange) || !argumentsIn(exchange).some((args) => typeof args === "string")) return undefined;
      const empty = callsIn(exchange).find(
        ({ first, arguments: args }) =>
          args.trim() === "" && isWireObject(first.function) && typeof first.function.arguments === "string",
      );
      return empty && `the arguments of the tool call "${empty.name}" are empty`;
    },
    expect: "unchanged",
  },
  {
    id: "TC-56",
    name: "arguments-that-are-null",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/open-webui/open-webui/issues/27195",
    seen: "DeepInfra, for tools without parameters",
    breaks: "The client crashes in the middle of an answer.",
    rule: "Arguments that are null, or not there, are none: `{}`.",
    law: "The arguments of a tool call are JSON text: `{}` where there are none.",
    fix: "The arguments are taken for text without a look: take null for an empty text.",
    scene: "plain-tool",
    inject: withArguments(() => null),
    detect: (exchange) => (argumentsIn(exchange).includes(null) ? "the arguments of a tool call are null" : undefined),
    expect: "unchanged",
  },
  {
    id: "TC-55",
    name: "arguments-encoded-twice",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/quarkiverse/quarkus-langchain4j/pull/2642",
    seen: "some open models and gateways",
    breaks: "The tool is given a text, which fits no schema.",
    rule: "Arguments that are JSON text of a text that is JSON are what stands in it.",
    law: "The arguments of a tool call are JSON text of an object.",
    fix: "What was parsed is handed on: where it is a text, parse it once more.",
    scene: "tools",
    inject: withArguments((args) => (objectIn(args) ? JSON.stringify(args) : undefined)),
    detect: (exchange) => {
      const twice = isAccepted(exchange) && callsIn(exchange).find((call) => isEncodedTwice(call.arguments));
      return twice ? `the arguments of the tool call "${twice.name}" are encoded twice` : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "TC-30",
    name: "a-call-in-the-old-field",
    class: "variant",
    level: "should",
    protocols,
    area,
    report: "https://platform.openai.com/docs/api-reference/chat/object",
    seen: "servers from before there were several calls in a turn",
    breaks: "The answer is empty, and the tool is never called.",
    rule: "A `function_call` is a call, whole or in fragments, and `function_call` a label for it.",
    fix: "Only `tool_calls` is read: read `function_call` as well, which the protocol has deprecated and not removed.",
    scene: "plain-tool",
    inject: inOldField,
    expect: "unchanged",
  },
];

function isEncodedTwice(args: string): boolean {
  try {
    const inner: unknown = JSON.parse(args);
    return typeof inner === "string" && objectIn(inner) !== undefined;
  } catch {
    return false;
  }
}
