import { isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { listOf } from "./candidates.js";
import { beyondSubset, schemasIn } from "./schemas.js";

const protocols = ["google"] as const;

/** The body of a request for a turn. */
function turnIn({ request }: WireExchange): WireObject | undefined {
  return request.kind === "generate" || request.kind === "stream" ? objectIn(request.body) : undefined;
}

const declarationsIn = (body: WireObject): readonly WireObject[] =>
  listOf(body.tools).flatMap(({ functionDeclarations }) => listOf(functionDeclarations));

/** The parts of each content that have this field, as the values of it. */
const valuesIn = (content: WireObject | undefined, field: string): readonly WireObject[] =>
  listOf(content?.parts)
    .map((part) => part[field])
    .filter(isWireObject);

const path = (model: string) => `/v1beta/models/${model}:generateContent`;
const ask = { role: "user", parts: [{ text: "Go on." }] };
const withTool = (declaration: WireObject) => ({ contents: [ask], tools: [{ functionDeclarations: [declaration] }] });

/** A model said so in the history, and the user's side answered. */
const answered = (calls: readonly WireObject[], ...replies: readonly (readonly WireObject[])[]) => ({
  contents: [
    ask,
    { role: "model", parts: calls.map((functionCall) => ({ functionCall })) },
    ...replies.map((responses) => ({
      role: "user",
      parts: responses.map((functionResponse) => ({ functionResponse })),
    })),
  ],
});

/** What Google refuses. */
export const requests: readonly Quirk[] = [
  {
    id: "GEM-16",
    name: "results-in-contents-of-their-own",
    class: "request",
    protocols,
    area: "tool-calls",
    report: "https://github.com/cloudwego/eino-ext/issues/571",
    seen: "clients that send one message a result",
    breaks: "Every turn with more than one call is a 400.",
    rule: "All results of a turn go in one content, one for each call, in the order of the calls, and nothing beside them.",
    detect: (exchange) => {
      const contents = listOf(turnIn(exchange)?.contents);
      for (const [i, content] of contents.entries()) {
        const calls = content.role === "model" ? valuesIn(content, "functionCall").length : 0;
        const next = contents[i + 1];
        // Where the model goes on speaking, its calls are counted together with what comes next.
        if (calls === 0 || next === undefined || next.role === "model" || contents[i - 1]?.role === "model") continue;
        const responses = valuesIn(next, "functionResponse").length;
        if (responses !== calls)
          return `contents[${i}] has ${calls} calls, and contents[${i + 1}] has ${responses} responses`;
        if (listOf(next.parts).length !== responses)
          return `contents[${i + 1}] has other parts beside its ${responses} responses`;
      }
      return undefined;
    },
    example: {
      path: path("gemini-test"),
      body: answered(
        [
          { name: "f", args: {} },
          { name: "g", args: {} },
        ],
        [{ name: "f", response: { output: 1 } }],
        [{ name: "g", response: { output: 2 } }],
      ),
    },
  },
  {
    id: "GEM-51",
    name: "result-with-an-id-of-no-call",
    class: "request",
    protocols,
    area: "tool-calls",
    report: "https://github.com/brightwave-inc/tidebreak/pull/1535",
    seen: "clients that mint ids and send them on one side",
    breaks: "The second step of a tool loop is a 400.",
    rule: "A result has the id of its call, and none where the call has none.",
    detect: (exchange) => {
      const contents = listOf(turnIn(exchange)?.contents);
      for (const [i, content] of contents.entries()) {
        const responses = valuesIn(content, "functionResponse");
        const calls = valuesIn(contents[i - 1], "functionCall");
        if (calls.length !== responses.length) continue;
        const at = responses.findIndex(({ id }) => id !== undefined && !calls.some((call) => call.id === id));
        if (at >= 0) return `response ${at} of contents[${i}] has the id "${responses[at]?.id}", which no call has`;
      }
      return undefined;
    },
    example: {
      path: path("gemini-test"),
      body: answered([{ name: "f", args: {} }], [{ id: "minted_1", name: "f", response: { output: 1 } }]),
    },
  },
  {
    id: "GEM-19",
    name: "function-name-that-google-refuses",
    class: "request",
    protocols,
    area: "tool-calls",
    report: "https://github.com/kaitranntt/ccs/issues/25",
    seen: "clients that send names as they were given",
    breaks: "One tool with a name of another kind fails every request.",
    rule: "A name begins with a letter or an underscore, and has at most 64 of letters, digits, and `_ . : -`; others are refused here, naming the tool.",
    detect: (exchange) => {
      const names = declarationsIn(turnIn(exchange) ?? {}).map(({ name }) => name);
      const bad = names.find((name) => typeof name !== "string" || !/^[a-zA-Z_][\w.:-]{0,127}$/.test(name));
      return bad === undefined ? undefined : `a function is called "${String(bad)}"`;
    },
    example: { path: path("gemini-test"), body: withTool({ name: "2 fast", description: "Is fast." }) },
  },
  {
    id: "GEM-20",
    name: "schema-keyword-that-google-refuses",
    class: "request",
    protocols,
    area: "structured-output",
    report: "https://github.com/pizza-bot-app/pizza-bot/issues/62",
    seen: "clients that send JSON Schema as it is",
    breaks: "The first keyword that is not known fails the whole request.",
    rule: "`parameters` and `responseSchema` hold Google's subset at every depth; whole JSON Schema goes under `parametersJsonSchema` and `responseJsonSchema`.",
    detect: (exchange) => {
      const found = beyondSubset(schemasIn(turnIn(exchange) ?? {}));
      return found && `${found.place} has the keyword \`${found.keyword}\`, which is not in Google's subset`;
    },
    example: {
      path: path("gemini-test"),
      body: withTool({
        name: "f",
        parameters: { type: "OBJECT", properties: { n: { type: "INTEGER", exclusiveMinimum: 0 } } },
      }),
    },
  },
  {
    id: "GEM-22",
    name: "schema-type-as-a-list",
    class: "request",
    protocols,
    area: "structured-output",
    report: "https://github.com/langchain-ai/langchainjs/issues/11328",
    seen: "clients whose schemas come from a generator",
    breaks: "A field that may be null fails the whole request.",
    rule: 'A `type` is one word: `["string", "null"]` becomes `string` with `nullable: true`.',
    detect: (exchange) => {
      const found = schemasIn(turnIn(exchange) ?? {}).find(({ schema }) => Array.isArray(schema.type));
      return found && `\`type\` of ${found.place} is a list: ${JSON.stringify(found.schema.type)}`;
    },
    example: {
      path: path("gemini-test"),
      body: {
        contents: [ask],
        generationConfig: {
          responseMimeType: "application/json",
          responseSchema: { type: "OBJECT", properties: { nick: { type: ["STRING", "NULL"] } }, required: ["nick"] },
        },
      },
    },
  },
  {
    id: "GEM-24",
    name: "tools-with-a-schema-before-gemini-3",
    class: "request",
    protocols,
    area: "structured-output",
    report: "https://github.com/googleapis/python-genai/issues/867",
    seen: "clients that send both",
    breaks: "The request is a 400, or one of the two is dropped in silence.",
    rule: "Where a model cannot do both, tools together with a schema are LLM_UNSUPPORTED before anything is sent.",
    detect: (exchange) => {
      const body = turnIn(exchange) ?? {};
      const { generationConfig } = body;
      const isJSON = isWireObject(generationConfig) && generationConfig.responseMimeType === "application/json";
      const [, model] = /\/models\/(gemini-[12][.\d]*[^:/?]*)/.exec(exchange.request.path) ?? [];
      return model !== undefined && isJSON && declarationsIn(body).length > 0
        ? `${model} is asked for functions and for JSON output together`
        : undefined;
    },
    example: {
      path: path("gemini-2.5-flash"),
      body: {
        ...withTool({ name: "f", description: "Does it." }),
        generationConfig: { responseMimeType: "application/json", responseSchema: { type: "STRING" } },
      },
    },
  },
];
