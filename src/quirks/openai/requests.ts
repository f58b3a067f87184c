import { isWireObject, type WireExchange, type WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { askedIn } from "./answers.js";
import { listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "parameters";
const path = "/v1/chat/completions";
const reference = "https://platform.openai.com/docs/api-reference/chat/create";

const hello = { role: "user", content: "Hello." };
const tool = { type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } };
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const example = (fields: object) => ({ path, body: { model: "m", messages: [hello], ...fields } });

const messagesIn = (exchange: WireExchange): readonly WireObject[] => listOf(askedIn(exchange).messages);

/** The ids of a turn's calls, and those that the messages right behind it answer. */
function turnsIn(exchange: WireExchange): readonly { readonly called: unknown[]; readonly answered: unknown[] }[] {
  const turns: { called: unknown[]; answered: unknown[] }[] = [];
  let turn: { called: unknown[]; answered: unknown[] } = { called: [], answered: [] };
  for (const message of messagesIn(exchange)) {
    if (message.role === "tool") {
      turn.answered.push(message.tool_call_id);
      continue;
    }
    turns.push(turn);
    turn = { called: listOf(message.tool_calls).map(({ id }) => id), answered: [] };
  }
  return [...turns, turn];
}

/** What a client must not send. */
export const requests: readonly Quirk[] = [
  {
    id: "USE-04",
    name: "stream-options-without-a-stream",
    class: "request",
    protocols,
    area,
    report: "https://github.com/jamesrochabrun/SwiftOpenAI/issues/67",
    seen: "clients that always ask for usage",
    breaks: "The request is refused.",
    rule: "`stream_options` goes with a stream only, and only to endpoints that know it.",
    detect: (exchange) => {
      const { stream, stream_options: options } = askedIn(exchange);
      return isWireObject(options) && stream !== true ? "`stream_options` is sent without `stream: true`" : undefined;
    },
    example: example({ stream_options: { include_usage: true } }),
  },
  {
    id: "CAP-03",
    name: "two-names-for-one-limit",
    class: "request",
    protocols,
    area,
    report: "https://github.com/sigoden/aichat/issues/1146",
    seen: "clients that want to please every host",
    breaks: "The request is refused, or one of the limits wins.",
    rule: "Of `max_tokens` and `max_completion_tokens` one is sent, the one that the endpoint knows.",
    detect: (exchange) => {
      const { max_tokens: old, max_completion_tokens: current } = askedIn(exchange);
      return old != null && current != null ? "`max_tokens` and `max_completion_tokens` are both sent" : undefined;
    },
    example: example({ max_tokens: 5, max_completion_tokens: 5 }),
  },
  {
    id: "CAP-60",
    name: "tool-choice-without-tools",
    class: "request",
    protocols,
    area,
    report: "https://github.com/vllm-project/vllm/pull/40311",
    seen: "clients that leave out the tools of a last turn",
    breaks: "The request is refused.",
    rule: "`tool_choice` and `parallel_tool_calls` go with tools only.",
    detect: (exchange) => {
      const { tools, ...others } = askedIn(exchange);
      const [alone] =
        tools === undefined ? ["tool_choice", "parallel_tool_calls"].filter((name) => name in others) : [];
      return alone && `\`${alone}\` is sent without \`tools\``;
    },
    example: example({ tool_choice: "auto" }),
  },
  {
    id: "CAP-61",
    name: "empty-list-of-tools",
    class: "request",
    protocols,
    area,
    report: reference,
    seen: "clients that send the list whether or not there is something in it",
    breaks: "The request is refused.",
    rule: "Without tools there is no `tools`.",
    detect: (exchange) => {
      const { tools } = askedIn(exchange);
      return Array.isArray(tools) && tools.length === 0 ? "`tools` is an empty list" : undefined;
    },
    example: example({ tools: [] }),
  },
  {
    id: "TC-70",
    name: "calls-without-results",
    class: "request",
    protocols,
    area,
    report: "https://github.com/aliasrobotics/cai/issues/111",
    seen: "clients that stop in the middle of a loop",
    breaks: "The conversation is refused for good.",
    rule: "Every call of a turn has its result right behind that turn.",
    detect: (exchange) => {
      const open = turnsIn(exchange).flatMap(({ called, answered }) => called.filter((id) => !answered.includes(id)));
      return open.length > 0 ? `the tool call ${open[0]} has no result` : undefined;
    },
    example: example({ messages: [hello, { role: "assistant", content: null, tool_calls: [call] }, hello] }),
  },
  {
    id: "TC-71",
    name: "results-without-calls",
    class: "request",
    protocols,
    area,
    report: "https://github.com/smarter-sh/smarter/issues/264",
    seen: "clients that cut a history to its last messages",
    breaks: "The conversation is refused for good.",
    rule: "A result goes behind the turn that has its call, once.",
    detect: (exchange) => {
      const stray = turnsIn(exchange).flatMap(({ called, answered }) =>
        answered.filter((id, i) => !called.includes(id) || answered.indexOf(id) !== i),
      );
      return stray.length > 0 ? `the result of ${stray[0]} has no call before it, or is its second` : undefined;
    },
    example: example({ messages: [hello, { role: "tool", tool_call_id: "call_1", content: "1" }] }),
  },
  {
    id: "TC-72",
    name: "arguments-that-are-no-text",
    class: "request",
    protocols,
    area,
    report: reference,
    seen: "clients that parse a call and send it back parsed",
    breaks: "The request is refused.",
    rule: "`arguments` of a call in the history is JSON in a string.",
    detect: (exchange) => {
      const functions = messagesIn(exchange).flatMap((message) =>
        listOf(message.tool_calls).map((one) => one.function),
      );
      const wrong = functions.find((one) => isWireObject(one) && typeof one.arguments !== "string");
      return isWireObject(wrong) ? `the \`arguments\` of a call of ${wrong.name} are no string` : undefined;
    },
    example: example({
      messages: [
        hello,
        { role: "assistant", content: null, tool_calls: [{ ...call, function: { name: "f", arguments: {} } }] },
        { role: "tool", tool_call_id: "call_1", content: "1" },
      ],
      tools: [tool],
    }),
  },
  {
    id: "CAP-62",
    name: "several-tools-of-one-name",
    class: "request",
    protocols,
    area,
    report: reference,
    seen: "clients that join the tools of several servers",
    breaks: "The request is refused, or the wrong tool is called.",
    rule: "The names of a request's tools differ.",
    detect: (exchange) => {
      const names = listOf(askedIn(exchange).tools).map((one) =>
        isWireObject(one.function) ? one.function.name : one,
      );
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      return twice === undefined ? undefined : `two tools are called ${String(twice)}`;
    },
    example: example({ tools: [tool, tool] }),
  },
  {
    id: "CAP-63",
    name: "role-that-there-is-not",
    class: "request",
    protocols,
    area,
    report: "https://github.com/openhab/openhab-addons/pull/21459",
    seen: "clients that send a history in another protocol's words",
    breaks: "The request is refused.",
    rule: "A message has one of the roles system, developer, user, assistant and tool.",
    detect: (exchange) => {
      const wrong = messagesIn(exchange).find(({ role }) => !roles.includes(role));
      return wrong && `a message has the role ${JSON.stringify(wrong.role)}`;
    },
    example: example({ messages: [{ role: "model", content: "Hello." }] }),
  },
  {
    id: "CAP-64",
    name: "parameters-without-properties",
    class: "request",
    protocols,
    area,
    report: "https://github.com/openai/openai-agents-python/pull/454",
    seen: "clients of MCP, whose tools without arguments leave `properties` out",
    breaks: "A single tool that takes nothing makes the host refuse the whole request.",
    rule: "The parameters of a tool that are an object have `properties`, `{}` where it takes nothing.",
    detect: (exchange) => {
      const bare = listOf(askedIn(exchange).tools)
        .map((offered) => (isWireObject(offered.function) ? offered.function : {}))
        .find(
          ({ parameters }) => isWireObject(parameters) && parameters.type === "object" && !("properties" in parameters),
        );
      return bare && `the parameters of the tool ${String(bare.name)} have no \`properties\``;
    },
    example: example({ tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }] }),
  },
];

const roles: readonly unknown[] = ["system", "developer", "user", "assistant", "tool"];
