import { isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { askedIn, isAccepted, isFilled, withDelta } from "./answers.js";
import { callsIn, listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "tool-calls";
const report = "https://platform.openai.com/docs/api-reference/chat/create";

const isForbidden = (exchange: WireExchange): boolean => askedIn(exchange).tool_choice === "none";
const isOneAtATime = (exchange: WireExchange): boolean => askedIn(exchange).parallel_tool_calls === false;

/** A call of the first tool that was offered. */
function callOf(exchange: WireExchange, id: string): WireObject | undefined {
  const [tool] = listOf(askedIn(exchange).tools);
  const name = isWireObject(tool?.function) ? tool.function.name : undefined;
  return isFilled(name) ? { id, type: "function", function: { name, arguments: '{"city":"Paris"}' } } : undefined;
}

/** Adds a call behind those that an answer has. */
const addCall =
  (id: string, when: (exchange: WireExchange) => boolean): Inject =>
  (exchange) => {
    const call = when(exchange) ? callOf(exchange, id) : undefined;
    if (!call) return undefined;
    const index = callsIn(exchange).length;
    return either(
      onChunks((chunk) => {
        const [choice = {}] = listOf(chunk.choices);
        if (!isFilled(choice.finish_reason)) return undefined;
        return [withDelta(chunk, { tool_calls: [{ index, ...call }] }), withDelta(chunk, {}, "tool_calls")];
      }),
      onBody((body) => {
        const [choice] = listOf(body.choices);
        if (!isWireObject(choice?.message)) return undefined;
        const message = { ...choice.message, tool_calls: [...listOf(choice.message.tool_calls), call] };
        return { ...body, choices: [{ ...choice, message, finish_reason: "tool_calls" }] };
      }),
    )(exchange);
  };

const paris = { name: "get_temperature", input: { city: "Paris" } } as const;

/** Calls that the request did not allow. */
export const toolChoice: readonly Quirk[] = [
  {
    id: "TC-60",
    name: "call-that-was-forbidden",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "servers that take `tool_choice` and ignore it",
    breaks: "What the caller forbade is done all the same.",
    rule: "A call under the choice `none` is listed, and never run.",
    law: "Under the choice `none` no tool is called.",
    fix: "Whatever call comes is run: look at the choice first.",
    scene: "forbidden",
    inject: addCall("call_forbidden", isForbidden),
    detect: (exchange) => {
      const [call] = isAccepted(exchange) && isForbidden(exchange) ? callsIn(exchange) : [];
      return call && `\`tool_choice\` is "none", and the tool "${call.name}" is called`;
    },
    expect: { response: { finishReason: "tool_use", calls: [{ ...paris, outcome: "none" }] } },
  },
  {
    id: "TC-61",
    name: "calls-at-once-that-were-not-allowed",
    class: "deviation",
    protocols,
    area,
    report,
    seen: "servers that take `parallel_tool_calls` and ignore it",
    breaks: "The second call is lost, and the conversation is refused for its missing result.",
    rule: "All calls of a turn are run and answered, also where one at a time was asked for.",
    law: "With `parallel_tool_calls: false` a turn has one call at most.",
    fix: "Only the first call is read where one is awaited: read all there are.",
    scene: "one-at-a-time",
    inject: addCall("call_second", (exchange) => isOneAtATime(exchange) && callsIn(exchange).length > 0),
    detect: (exchange) => {
      const calls = isAccepted(exchange) && isOneAtATime(exchange) ? callsIn(exchange) : [];
      return calls.length > 1
        ? `\`parallel_tool_calls\` is false, and ${calls.length} tools are called at once`
        : undefined;
    },
    expect: {
      response: {
        calls: [
          { ...paris, outcome: "ran" },
          { ...paris, outcome: "ran" },
        ],
      },
    },
  },
];
