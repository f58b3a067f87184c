import type { LocalTool, TurnRequest } from "../contract/index.js";
import type { Rejection } from "./output-validation-error.js";

/** Stands in answers where a user's data would, and must not be told to anybody. */
export const marker = "marker-7f3a9c";

const tool: LocalTool = {
  name: "search",
  description: "Searches.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer" } },
    required: ["query"],
    additionalProperties: false,
  },
};

export const askedFor: TurnRequest = { messages: [{ role: "user", content: "Find foxes." }], tools: [tool] };

const schema = {
  name: "city",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

/** An answer, to `askedFor` and what is asked beside it. */
export interface Sample {
  readonly turn: unknown;
  readonly asked?: Partial<TurnRequest>;
  /** What a stream brings; without it, what a driver makes of the turn. */
  readonly events?: readonly unknown[];
}

const calling = (input: unknown, more: object = {}): unknown => ({
  text: "",
  toolCalls: [{ id: "c1", name: "search", input, ...more }],
});

/** An answer that is what the contract says, with everything in it that is held back. */
export const goodAnswers: readonly Sample[] = [
  { turn: { text: "A fox.", usage: { inputTokens: 3, outputTokens: 2 } } },
  { turn: calling({ query: "fox", limit: 5 }) },
  { turn: { text: '{"name":"Roma"}' }, asked: { schema } },
];

/** Answers that are refused, by kind; each for the one reason. */
export const malformedAnswers: Readonly<Record<Rejection, readonly Sample[]>> = {
  response_shape: [
    { turn: { text: marker, toolCalls: { 0: marker } } },
    { turn: { text: marker, finishReason: "tired" } },
  ],
  output_bounds: [
    { turn: { text: marker, providerState: JSON.parse(`${"[".repeat(80)}${"]".repeat(80)}`) } },
    { turn: { text: marker, providerState: new Array(100_001).fill(0) } },
  ],
  tool_identity: [{ turn: { text: "", toolCalls: [{ id: "c1", name: marker, input: {} }] } }],
  tool_arguments: [
    { turn: calling({ limit: 5 }) },
    { turn: calling({ query: "fox", limit: marker }) },
    { turn: calling({ query: "fox", [marker]: 1 }) },
    { turn: calling({}, { invalidInput: `{"query":"${marker}` }) },
  ],
  tool_choice: [
    { turn: { text: marker }, asked: { toolChoice: "required" } },
    { turn: calling({ query: marker }), asked: { toolChoice: "none" } },
  ],
  structured_output: [
    { turn: { text: marker }, asked: { schema } },
    { turn: { text: `{"nmae":"${marker}"}` }, asked: { schema } },
  ],
  stream_protocol: [
    {
      turn: { text: marker },
      events: [
        { type: "text", text: "fox" },
        { type: "turn", turn: { text: marker } },
      ],
    },
    {
      turn: { text: "" },
      events: [
        { type: "turn", turn: { text: "" } },
        { type: "turn", turn: { text: "" } },
      ],
    },
    {
      turn: calling({ query: marker }),
      events: [
        { type: "tool-call", call: { id: "c1", name: "search", input: { query: "another" } } },
        { type: "turn", turn: calling({ query: marker }) },
      ],
    },
  ],
  usage: [
    { turn: { text: marker, usage: { inputTokens: -1 } } },
    { turn: { text: marker, usage: { outputTokens: 1, reasoningTokens: 2 } } },
  ],
};

/** Requests that no answer could be held against. */
export const impossibleRequests: readonly Partial<TurnRequest>[] = [
  { tools: [{ ...tool, inputSchema: { type: "string" } }] },
  { tools: [{ ...tool, inputSchema: { type: "object", properties: { a: { $ref: "https://example.com/a" } } } }] },
  { schema: { name: "o", schema: { type: "object", properties: { a: { pattern: "(" } } } } },
  { providerOptions: { list: new Array(100_001).fill(0) } },
];
