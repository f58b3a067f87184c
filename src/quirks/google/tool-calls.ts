import { isWireObject, objectIn } from "../exchange.js";
import { either, jsonReply, onTurn } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { callsIn, inOneReply, listOf, onCalls, without, withParts } from "./candidates.js";

const protocols = ["google"] as const;
const area = "tool-calls";

/** Whether a request's history has an id on a call or on a response. */
function sendsIds(body: string): boolean {
  const parts = listOf(objectIn(body)?.contents).flatMap(({ parts }) => listOf(parts));
  return parts.some(({ functionCall, functionResponse }) =>
    [functionCall, functionResponse].some((holder) => isWireObject(holder) && "id" in holder),
  );
}

/** Calls as Gemini makes them. */
export const toolCalls: readonly Quirk[] = [
  {
    id: "GEM-01",
    name: "calls-without-an-id",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/apache/flink-agents/issues/947",
    seen: "Google, with models before Gemini 3",
    breaks: "Of calls at once only the last one's result survives, or the next turn finds no function for it.",
    rule: "A call without an id gets one of its own, and each result goes with its call.",
    fix: "Calls are kept by their id, which is absent: mint one for each.",
    scene: "tools",
    inject: onCalls((call) => ("id" in call ? without(call, "id") : undefined)),
    expect: "unchanged",
  },
  {
    id: "GEM-02",
    name: "id-made-of-the-name",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/cloudwego/eino-ext/pull/652",
    seen: "clients that mint an id from the tool's name",
    breaks: "Two calls of one tool have one id, and their results are told to the wrong call.",
    rule: "Ids are unique within a reply and over the whole conversation.",
    checks: ["ConversationResumes/repeated-id-is-made-unique", "GoogleToolCalls/ids-are-refused-where-none-were-sent"],
  },
  {
    id: "GEM-04",
    name: "signature-is-not-sent-back",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/10344",
    seen: "clients that rebuild a turn from its calls",
    breaks: "The second step of every tool loop is a 400, and the conversation cannot go on.",
    rule: "A signature goes back on the part that it came with, byte for byte, after a pause too; none is made up.",
    checks: [
      "ToolLoop/result-is-used",
      "StreamRunsTools/loop-goes-on",
      "ConversationResumes/paused-is-as-uninterrupted",
      "ConversationResumes/paused-stream-is-as-well",
    ],
  },
  {
    id: "GEM-05",
    name: "label-stop-ends-the-loop",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/brekkylab/ailoy/pull/334",
    seen: "clients that go by the finish reason",
    breaks: "The calls are thrown away, and the loop ends with nothing.",
    rule: "Calls make a turn `tool_use`, though Google's label is `STOP`.",
    checks: ["FinishReasonIsWhatHappened/calls-decide", "ToolLoop/tool-is-called-once"],
  },
  {
    id: "GEM-58",
    name: "one-id-for-all-calls",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/run-llama/llama_index/pull/20207",
    seen: "gateways that take the name for an id",
    breaks: "Two calls of one tool become one, and their results are told to the wrong call.",
    rule: "Where an id comes again, each call still has a result of its own.",
    fix: "Calls are kept by their id: keep them in their order, and mint another id where one comes again.",
    scene: "tools",
    inject: onCalls((call) => ("name" in call ? { ...call, id: call.name } : undefined)),
    expect: "unchanged",
  },
  {
    id: "GEM-03",
    name: "ids-are-refused-where-none-were-sent",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/Darkatse/TauriTavern/pull/84",
    seen: "older surfaces of the API, and gateways",
    breaks: "The second step of every tool loop is a 400.",
    rule: "An id goes back only where this provider sent it; one that was minted here stays here.",
    contested:
      "Some want the id back and others refuse the field, so only this is asked: what the provider sent is what it gets.",
    fix: "Minted ids are written into the request: keep them for the application, and send those that came.",
    scene: "tools",
    inject: either(
      onTurn(({ request }) =>
        sendsIds(request.body)
          ? jsonReply(400, {
              error: {
                code: 400,
                message: "Invalid JSON payload received. Unknown name \"id\" at 'contents[1].parts[0].function_call'",
                status: "INVALID_ARGUMENT",
              },
            })
          : undefined,
      ),
      onCalls((call) => ("id" in call ? without(call, "id") : undefined)),
    ),
    expect: "unchanged",
  },
  {
    id: "GEM-59",
    name: "calls-in-one-event",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/gemini-api/docs/function-calling",
    seen: "Google",
    breaks: "All calls but the first are lost, and with them what the user asked for.",
    rule: "An event has any number of parts, and all of them count, beside a finish reason too.",
    fix: "Only `parts[0]` is read: walk over all parts.",
    scene: "tools",
    on: "stream",
    inject: inOneReply((reply, parts) => ({
      ...reply,
      candidates: [
        {
          ...withParts(
            {},
            parts.filter(({ text }) => text !== ""),
          ),
          finishReason: "STOP",
          index: 0,
        },
      ],
    })),
    expect: "unchanged",
  },
  {
    id: "GEM-81",
    name: "call-without-args",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/caching#FunctionCall",
    seen: "Google, for functions without parameters",
    breaks: "A tool without parameters never runs.",
    rule: "A call without `args` has no arguments: its input is `{}`.",
    fix: "`args` is taken for granted: it is optional.",
    scene: "plain-tool",
    inject: onCalls((call) => ("args" in call ? without(call, "args") : undefined)),
    expect: "unchanged",
  },
  {
    id: "GEM-82",
    name: "args-in-a-string",
    class: "deviation",
    protocols,
    area,
    report: "https://ai.google.dev/api/caching#FunctionCall",
    seen: "gateways that translate from other protocols",
    breaks: "A tool gets a string where its arguments should be, or is never run.",
    rule: "Arguments that come as JSON in a string are read as that JSON.",
    law: "`args` of a call is an object.",
    fix: "Read a string as JSON where an object should be.",
    scene: "tool",
    inject: onCalls((call) => (isWireObject(call.args) ? { ...call, args: JSON.stringify(call.args) } : undefined)),
    detect: (exchange) => {
      const found = callsIn(exchange).find(({ args }) => typeof args === "string");
      return found && `\`args\` of the call "${found.name}" is a string, where an object belongs`;
    },
    expect: "unchanged",
  },
  {
    id: "GEM-83",
    name: "empty-args-as-a-list",
    class: "deviation",
    protocols,
    area,
    report: "https://ai.google.dev/api/caching#FunctionCall",
    seen: "gateways in PHP, where an empty object and an empty list are the same",
    breaks: "A tool without parameters never runs.",
    rule: "An empty list in the place of arguments is no arguments: the input is `{}`.",
    law: "`args` of a call is an object.",
    fix: "Take an empty list for `{}`.",
    scene: "plain-tool",
    inject: onCalls((call) =>
      isWireObject(call.args) && Object.keys(call.args).length === 0 ? { ...call, args: [] } : undefined,
    ),
    detect: (exchange) => {
      const found = callsIn(exchange).find(({ args }) => Array.isArray(args));
      return found && `\`args\` of the call "${found.name}" is a list, where an object belongs`;
    },
    expect: "unchanged",
  },
];
