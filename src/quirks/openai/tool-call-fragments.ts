import type { WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { begun, goneOn, halves, onStreamedCalls, type WholeCall, withWholeMessage } from "./resend.js";

const protocols = ["openai"] as const;

const streamed = {
  class: "variant",
  protocols,
  area: "tool-calls",
  scene: "tools",
  on: "stream",
  expect: "unchanged",
} as const;

/** How calls are cut into fragments. */
export const toolCallFragments: readonly Quirk[] = [
  {
    ...streamed,
    id: "TC-16",
    name: "arguments-in-crumbs",
    report: "https://github.com/vercel/ai/issues/19178",
    seen: "Mistral's models, whose host is thought to send whole calls",
    breaks: "The first fragment is taken for the call, and the tool runs with nothing.",
    rule: "The arguments of a call are complete when the answer is over, or when nothing can follow them.",
    fix: "A decoder expects whole calls: put fragments together, whatever the host.",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => [[begun(call)], ...Array.from(call.arguments, (character) => [goneOn(call, character)])]),
    ),
  },
  {
    ...streamed,
    id: "TC-57",
    name: "whole-calls-in-one-chunk",
    report: "https://github.com/ollama/ollama/pull/7963",
    seen: "Ollama, Mistral and hosts that parse the model's text first",
    breaks: "Only the first call of the chunk is seen, or its arguments are waited for.",
    rule: "A chunk may bring several calls, and each of them whole.",
    fix: "Only the first entry of `tool_calls` is read: read them all.",
    inject: onStreamedCalls((calls) => [calls.map((call) => begun(call, call.arguments))]),
  },
  {
    ...streamed,
    id: "TC-58",
    name: "fragments-in-turns",
    report: "https://github.com/continuedev/continue/issues/13223",
    seen: "OpenAI, whose indexes allow it, and gateways that join several streams",
    breaks: "The arguments of one call are added to another.",
    rule: "A fragment belongs to the call of its index, not to the latest one.",
    fix: "Fragments without an id are added to the latest call: go by the index where there is one.",
    inject: onStreamedCalls((calls) => {
      const pieces = (call: WholeCall) => halves(call.arguments).map((piece) => goneOn(call, piece));
      const [first = [], second = []] = [0, 1].map((turn) => calls.map((call) => [pieces(call)[turn] as WireObject]));
      return [...calls.map((call) => [begun(call)]), ...first, ...second];
    }),
  },
  {
    ...streamed,
    id: "TC-51",
    name: "empty-ids-and-names-in-later-fragments",
    report: "https://github.com/anomalyco/opencode/issues/37841",
    seen: "DashScope, with GLM and Qwen models",
    breaks: "Each fragment is taken for a call of its own, or the call loses its id and name.",
    rule: "An empty or null id or name says nothing, and what was told before stands.",
    fix: "Fields are taken when they are there: take them when they are filled.",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => {
        const [first, second] = halves(call.arguments);
        const more = (nothing: string | null, args: string) => ({
          ...{ index: call.index, id: nothing, type: "function" },
          function: { name: nothing, arguments: args },
        });
        return [[begun(call)], [more("", first)], [more(null, second)]];
      }),
    ),
  },
  {
    ...streamed,
    id: "TC-53",
    name: "an-id-before-the-function",
    report: "https://github.com/langchain4j/langchain4j/pull/5712",
    seen: "LiteLLM and vLLM",
    breaks: "The client crashes over a fragment that has no function.",
    rule: "A fragment with nothing but an id begins a call, whose name follows.",
    fix: "`function` is read without a look whether it is there.",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => {
        const { index, id, name, arguments: args } = call;
        return [[{ index, id, type: "function" }], [{ index, function: { name, arguments: args } }]];
      }),
    ),
  },
  {
    ...streamed,
    id: "TC-59",
    name: "an-empty-name-before-the-name",
    report: "https://github.com/jjang-ai/vmlx/pull/244",
    seen: "servers that announce a call before they know which",
    breaks: "The call has an empty name, and is dropped.",
    rule: "An empty name is none, and the call waits for its own.",
    fix: "The first fragment's name is kept: wait for one that is filled.",
    inject: onStreamedCalls((calls) =>
      calls.flatMap((call) => [
        [begun({ ...call, name: "" })],
        [{ index: call.index, function: { name: call.name, arguments: call.arguments } }],
      ]),
    ),
  },
  {
    ...streamed,
    id: "TC-62",
    name: "whole-calls-at-the-end",
    report: "https://github.com/abundantbeing/hermes-browser-extension/issues/11",
    seen: "servers whose last chunk is a message",
    breaks: "Every call runs twice, or the stream fails over arguments that go on behind their end.",
    rule: "Calls of a message behind deltas are those that the deltas brought.",
    fix: "`message` and `delta` are read alike: take no call of a message that is there already.",
    inject: withWholeMessage,
  },
];
