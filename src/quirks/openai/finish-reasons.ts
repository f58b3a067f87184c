import { objectsOf } from "../events.js";
import { isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import { either } from "../inject.js";
import type { Inject, Quirk } from "../quirk.js";
import { askedIn, isAccepted, isFilled, onChoices } from "./answers.js";
import { answersIn, callsIn, onCalls } from "./calls.js";
import { begun, goneOn, onStreamedCalls } from "./resend.js";

const protocols = ["openai"] as const;
const area = "endings";

/** Another finish reason, in an answer with or without calls. */
const withReason =
  (reason: string, calls: "calls" | "no calls"): Inject =>
  (exchange) => {
    if (!isAccepted(exchange) || callsIn(exchange).length > 0 !== (calls === "calls")) return undefined;
    return onChoices((choice) =>
      isFilled(choice.finish_reason) && choice.finish_reason !== reason
        ? { ...choice, finish_reason: reason }
        : undefined,
    )(exchange);
  };

/** Whether the request names the tool: what ends that, OpenAI itself calls `stop`. */
const isNamed = (exchange: WireExchange): boolean => isWireObject(askedIn(exchange).tool_choice);

const reasonsIn = (exchange: WireExchange): readonly unknown[] =>
  objectsOf(exchange).flatMap((object) => answersIn(object).map(({ choice }) => choice.finish_reason));

/** What is left of `{"city":"Paris"}`: half a text within an object. */
const cut = (args: string): string => args.slice(0, -4);

const functionOf = (call: WireObject): WireObject => (isWireObject(call.function) ? call.function : {});

/** Cuts the arguments of every call, as an output limit does. */
const withCutArguments: Inject = either(
  onStreamedCalls((calls) =>
    calls.some((call) => call.arguments.length < 6)
      ? undefined
      : calls.flatMap((call) => [[begun(call)], [goneOn(call, cut(call.arguments))]]),
  ),
  (exchange) =>
    callsIn(exchange).some((call) => call.arguments.length < 6)
      ? undefined
      : onCalls((call) => ({
          ...call,
          function: { ...functionOf(call), arguments: cut(String(functionOf(call).arguments)) },
        }))(exchange),
);

const cutCall = { name: "get_temperature", input: '{"city":"Par' } as const;

/** What stands in `finish_reason`, and what it says of calls. */
export const finishReasons: readonly Quirk[] = [
  {
    id: "TERM-07",
    name: "empty-finish-reasons",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/ollama/ollama/issues/4357",
    seen: "a release of Ollama, and gateways",
    breaks: "The first chunk is taken for the last, and the rest of the answer is dropped.",
    rule: "An empty finish reason is none.",
    law: "`finish_reason` is null until the answer has ended.",
    fix: "Whatever is not null ends the answer: ask for a text that is not empty.",
    scene: "text",
    on: "stream",
    inject: onChoices((choice) =>
      isWireObject(choice.delta) && choice.finish_reason === null ? { ...choice, finish_reason: "" } : undefined,
    ),
    detect: (exchange) =>
      isAccepted(exchange) &&
      objectsOf(exchange).some((object) => answersIn(object).some(({ choice }) => choice.finish_reason === ""))
        ? "a finish reason is empty, where it should be null"
        : undefined,
    expect: "unchanged",
  },
  {
    id: "TERM-09",
    name: "calls-under-the-label-stop",
    class: "deviation",
    law: "An answer that calls tools ends in `tool_calls`, unless the request names the one tool that it must call.",
    protocols,
    area,
    report: "https://github.com/BerriAI/litellm/issues/35663",
    seen: "Ollama and many gateways; OpenAI itself, where one tool is forced",
    breaks: "The calls are thrown away, and the agent stops in the middle of its work.",
    rule: "Calls that are complete are run, whatever the label says, but for `length` and `content_filter`.",
    fix: "The loop goes by the label: go by the calls.",
    scene: "tools",
    inject: (exchange) => (isNamed(exchange) ? undefined : withReason("stop", "calls")(exchange)),
    detect: (exchange) =>
      isAccepted(exchange) && !isNamed(exchange) && callsIn(exchange).length > 0 && reasonsIn(exchange).includes("stop")
        ? "the finish reason is `stop` under an answer that calls tools"
        : undefined,
    expect: "unchanged",
  },
  {
    id: "TERM-56",
    name: "calls-announced-and-absent",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/vllm-project/vllm/issues/53255",
    seen: "vLLM without a parser for calls, and GitHub Copilot",
    breaks: "The loop asks the model again and again, and pays for each time.",
    rule: "The label alone is no call: an answer that announces calls and has none is `stop`.",
    fix: "The loop goes by the label: go by the calls.",
    scene: "text",
    inject: withReason("tool_calls", "no calls"),
    expect: "unchanged",
  },
  {
    id: "TERM-57",
    name: "a-finish-reason-that-nobody-knows",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/vllm-project/vllm/issues/57082",
    seen: "vLLM, which says `abort` when it shuts down",
    breaks: "The client crashes over a label that is not in its list, or reports half an answer as whole.",
    rule: "A label that nobody knows is `other`, and the text stays.",
    fix: "The label is looked up in a list, and taken for `stop` or an error where it is not there: say `other`.",
    scene: "text",
    inject: withReason("abort", "no calls"),
    expect: { response: { finishReason: "other" } },
  },
  {
    id: "TERM-11",
    name: "arguments-cut-by-the-limit",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/langchain-ai/langchainjs/pull/11471",
    seen: "every provider, when the output limit falls into a call",
    breaks: "Half an argument is repaired, and the tool runs with what nobody asked for.",
    rule: "Only arguments that are complete JSON are run: this call is listed with its raw text, and never runs.",
    fix: "A repairing parser reads the arguments: use a strict one, and keep the raw text.",
    scene: "cut-call",
    inject: withCutArguments,
    expect: { response: { calls: [{ ...cutCall, outcome: "none" }] } },
  },
  {
    id: "TERM-59",
    name: "cut-arguments-under-the-label-tool-calls",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/NousResearch/hermes-agent/pull/7693",
    seen: "routers that rewrite `length`, and models that write bad JSON",
    breaks: "Half an argument is repaired, and the tool runs with what nobody asked for.",
    rule: "Arguments that are no JSON are never run: the model is told so, and the generation goes on.",
    fix: "A repairing parser reads the arguments: use a strict one, and tell the model.",
    scene: "tool",
    inject: withCutArguments,
    expect: { response: { calls: [{ ...cutCall, outcome: "failed" }] } },
  },
];
