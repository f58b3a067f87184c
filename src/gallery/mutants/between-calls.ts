import type { LLM, LLMRequest } from "../../contract/index.js";
import { badDriver } from "../break-driver.js";
import { badLLM, badRequest, badResponse, replacing } from "../break-llm.js";
import type { LLMMutants, Spoil } from "../mutant.js";

/** Puts something of the calls before into each request. */
const remembering =
  (merge: (request: LLMRequest, before: LLMRequest) => LLMRequest): Spoil<LLM> =>
  (llm, harm) => {
    let before: LLMRequest | undefined;
    return badRequest((request) => {
      const merged = before ? merge(request, before) : request;
      before = merged;
      return merged;
    })(llm, harm);
  };

/** What calls at the same time have of each other, and what one leaves for the next. */
export const betweenCallMutants: LLMMutants = {
  "answers-the-question-that-came-last": [
    "CallsDoNotMix/two-hundred-at-once",
    /expected one with "Question \d+", got none/,
    badDriver((driver, harm) => {
      let latest: Parameters<typeof driver.turn>[0] | undefined;
      return {
        async turn(request, context) {
          latest = request;
          await undefined;
          if (latest !== request) harm();
          return driver.turn(latest, context);
        },
      };
    }),
  ],
  "streams-the-question-that-came-last": [
    "CallsDoNotMix/streams-at-once",
    /expected one with "Question \d+", got none/,
    badDriver((driver, harm) => {
      let latest: Parameters<typeof driver.turn>[0] | undefined;
      return {
        async streamTurn(request, context) {
          latest = request;
          await undefined;
          if (latest !== request) harm();
          return (driver.streamTurn as NonNullable<typeof driver.streamTurn>)(latest, context);
        },
      };
    }),
  ],
  "keeps-one-set-of-tools-for-all-calls": [
    "CallsDoNotMix/tools-at-once",
    /how often each of two generations .* its own tool: expected/,
    (llm, harm) => {
      let latest: LLMRequest["tools"];
      return badRequest((request) => {
        latest = request.tools ?? latest;
        const tools = request.tools?.map((tool, i) =>
          tool.execute
            ? { ...tool, execute: (...call: Parameters<typeof tool.execute>) => latest?.[i]?.execute?.(...call) }
            : tool,
        );
        return tools ? { ...request, tools } : request;
      })(llm, harm);
    },
  ],

  "keeps-settings-for-the-next-call": [
    "CallsLeaveNothingBehind/settings-do-not-stay",
    /the next request \(against the same request on its own\), at `(system|messages|temperature)/,
    remembering((request, { system, temperature }) => ({ system, temperature, ...request })),
  ],
  "keeps-the-conversation-for-the-next-call": [
    "CallsLeaveNothingBehind/settings-do-not-stay",
    /the next request \(against the same request on its own\), at `(system|messages|temperature)/,
    remembering((request, { messages }) => ({ ...request, messages: [...messages, ...request.messages] })),
  ],
  "keeps-tools-for-the-next-call": [
    "CallsLeaveNothingBehind/tools-do-not-stay",
    /the next request .*, at `tools`/,
    remembering((request, { tools }) => ({ tools, ...request })),
  ],
  "keeps-the-schema-for-the-next-call": [
    "CallsLeaveNothingBehind/schema-does-not-stay",
    /the next request .*, at `schema`/,
    remembering((request, { schema }) => ({ schema, ...request })),
  ],
  "adds-usage-up-over-calls": [
    "CallsLeaveNothingBehind/usage-does-not-add-up",
    /the second response \(against the first, to the same request\), at `usage`/,
    (llm, harm) => {
      let input = 0;
      return badResponse(({ usage }) => {
        input += usage.inputTokens ?? 0;
        return { usage: { ...usage, inputTokens: input } };
      })(llm, harm);
    },
  ],
  "stays-broken-after-a-failure": [
    "CallsLeaveNothingBehind/failure-does-not-stay",
    /generate\(\): expected it to resolve, got a rejection with LLM_PROVIDER_ERROR/,
    badLLM((llm) => {
      let failure: unknown;
      return {
        generate: (...call: Parameters<LLM["generate"]>) =>
          failure
            ? Promise.reject(failure)
            : llm.generate(...call).catch((error: unknown) => {
                failure = error;
                throw error;
              }),
      };
    }),
  ],
  "begins-an-answer-with-what-was-left-of-another": [
    "CallsLeaveNothingBehind/left-stream-does-not-stay",
    /`text` of the next answer: expected /,
    (llm, harm) => {
      let left = "";
      const leaving = replacing(llm, {
        async stream(...call: Parameters<LLM["stream"]>) {
          left = "Once upon a time ";
          return llm.stream(...call);
        },
      });
      return badResponse(({ text }) => ({ text: left + text }))(leaving, harm);
    },
  ],
};
