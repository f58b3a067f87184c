import { capabilityNames, type LLM, LLMError, type LLMRequest } from "../../contract/index.js";
import { type Broken, badEvents, badRequest, badResponse, broken } from "./break-llm.js";
import type { Defects } from "./broken-requests.js";

const without =
  (...fields: readonly (keyof LLMRequest)[]) =>
  (request: LLMRequest) =>
    Object.fromEntries(
      Object.entries(request).filter(([name]) => !fields.includes(name as never)),
    ) as unknown as LLMRequest;

const textOnly = (request: LLMRequest): LLMRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? { ...message, content: message.content.filter((part) => part.type === "text") }
      : message,
  ),
});

const slugs = {
  streaming: "streaming",
  structuredOutput: "structured-output",
  tools: "tools",
  vision: "vision",
  reasoning: "reasoning",
  tokenCounting: "token-counting",
  promptCaching: "prompt-caching",
  sources: "sources",
} as const;

/** Works, and is not claimed: keyed as the claim, to be told apart by what is seen. */
export const unclaimedButWorking: Defects = Object.fromEntries(
  capabilityNames.map((name): [string, readonly [Broken, RegExp]] => [
    `CapabilitiesAreHonest/${slugs[name]}`,
    [
      broken((llm) => ({ capabilities: { ...llm.capabilities, [name]: false } })),
      name === "promptCaching"
        ? /is not claimed and must be refused, but 8 cached tokens were reported/
        : new RegExp(`${name} is not claimed and must be refused, but it resolved with`),
    ],
  ]),
);

export const brokenCapabilities: Defects = {
  "CapabilitiesAreHonest/claims-are-complete": [
    broken(({ capabilities: { vision: _, ...capabilities } }) => ({ capabilities })),
    /`capabilities\.vision` is undefined/,
  ],
  "CapabilitiesAreHonest/streaming": [
    badEvents(async function* (events) {
      for await (const event of events) if (event.type !== "text") yield event;
    }),
    /the stream brought no text/,
  ],
  "CapabilitiesAreHonest/structured-output": [badRequest(without("schema")), /sent without the schema/],
  "CapabilitiesAreHonest/tools": [badRequest(without("tools")), /the tool was never called/],
  "CapabilitiesAreHonest/vision": [badRequest(textOnly), /sent without the image/],
  "CapabilitiesAreHonest/reasoning": [badRequest(without("reasoning")), /the effort sent is undefined/],
  "CapabilitiesAreHonest/token-counting": [
    broken(() => ({ countTokens: async (request: LLMRequest) => JSON.stringify(request).length })),
    /the count \(against the usage of the same request\) is/,
  ],
  "CapabilitiesAreHonest/prompt-caching": [
    badResponse(({ usage: { cachedInputTokens: _, ...usage } }) => ({ usage })),
    /`usage\.cachedInputTokens` is undefined/,
  ],
  "CapabilitiesAreHonest/sources": [badResponse(() => ({ sources: [] })), /`sources` is empty/],
  "CapabilitiesAreHonest/reasoning-off-needs-no-claim": [
    broken((llm) => ({
      capabilities: { ...llm.capabilities, reasoning: false },
      generate: async (...call: Parameters<LLM["generate"]>) => {
        if (call[0].reasoning) throw new LLMError("LLM_UNSUPPORTED", "memory does not support reasoning");
        return llm.generate(...call);
      },
    })),
    /refused by an LLM that does not reason/,
  ],

  "StructuredOutputIsJSON/text-parses": [
    badResponse(({ text }) => ({ text: `Here you are:\n${text}` })),
    /the text is not JSON/,
  ],
  "StructuredOutputIsJSON/text-satisfies-the-schema": [
    badResponse(() => ({ text: '{"name":"Paris"}' })),
    /its kind is not one of/,
  ],
  "StructuredOutputIsJSON/text-is-untouched": [
    badResponse(({ text }) => ({ text: JSON.stringify(JSON.parse(text)) })),
    /`text` is .*expected/,
  ],
  "StructuredOutputIsJSON/schema-is-sent": [badRequest(without("schema")), /sent without a schema/],
  "StructuredOutputIsJSON/schema-is-not-changed": [
    badRequest((request) => {
      if (request.schema)
        Object.assign(request.schema.schema, { $schema: "https://json-schema.org/draft/2020-12/schema" });
      return request;
    }),
    /the caller's request after the call is/,
  ],
  "StructuredOutputIsJSON/streamed-text-fits-too": [
    badEvents(async function* (events) {
      yield { type: "text", text: "```json\n", step: 1 };
      yield* events;
    }),
    /does not satisfy the schema: it is not JSON/,
  ],

  "PerRequestModelIsHonouredOrRefused/honoured-or-refused": [
    badResponse(() => ({ model: "memory" })),
    /`model` of the response is "memory"/,
  ],
  "PerRequestModelIsHonouredOrRefused/model-is-sent": [badRequest(without("model")), /the model sent is undefined/],
  "PerRequestModelIsHonouredOrRefused/streams-honour-it-too": [
    broken((llm) => ({
      stream: (request: LLMRequest, options?: object) => llm.stream(without("model")(request), options),
    })),
    /the model sent is undefined/,
  ],
  "PerRequestModelIsHonouredOrRefused/next-call-is-back": [
    ((stage) => {
      let latest: string | undefined;
      return badRequest((request) => {
        latest = request.model ?? latest;
        return latest === undefined ? request : { ...request, model: latest };
      })(stage);
    }) satisfies Broken,
    /the model sent for the next request is 'touchstone-other-model'/,
  ],
  "PerRequestModelIsHonouredOrRefused/own-model-is-unchanged": [
    broken((llm) => {
      let model = llm.model;
      return {
        get model() {
          return model;
        },
        async generate(...call: Parameters<LLM["generate"]>) {
          model = call[0].model ?? model;
          return llm.generate(...call);
        },
      };
    }),
    /`model` of the LLM after the call is/,
  ],
};
