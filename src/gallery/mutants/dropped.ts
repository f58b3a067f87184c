import type { Content, LLM, LLMRequest, Part } from "../../contract/index.js";
import { badMessages, badTurnRequest } from "../break-driver.js";
import { badLLM, badRequest, badResponse, replacing } from "../break-llm.js";
import { badStreamRequest } from "../break-stream.js";
import { badDealings } from "../break-tools.js";
import type { LLMMutants } from "../mutant.js";
import { setting, writingInto } from "../write-into-request.js";
import { without, withoutFields } from "./spoilt-requests.js";

/** Sends other parts, where a message has parts. */
const badParts = (change: (parts: readonly Part[]) => readonly Part[]) =>
  badMessages((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? { ...message, content: change(message.content) satisfies Content }
      : message,
  );

/** What of a request is dropped on its way, and what becomes of the caller's own copy. */
export const droppedMutants: LLMMutants = {
  "drops-provider-options": [
    "NothingIsDropped/provider-options-arrive",
    /the request sent: expected `providerOptions.* in it, got nothing/,
    badTurnRequest((request) => withoutFields(request, "providerOptions")),
  ],
  "keeps-flat-provider-options-only": [
    "NothingIsDropped/provider-options-arrive",
    /the request sent: expected `providerOptions.* in it, got nothing/,
    badTurnRequest((request) =>
      request.providerOptions
        ? {
            ...request,
            providerOptions: Object.fromEntries(
              Object.entries(request.providerOptions).filter(([, value]) => typeof value !== "object"),
            ),
          }
        : request,
    ),
  ],
  "streams-without-provider-options": [
    "NothingIsDropped/stream-options-arrive",
    /the request sent: expected `providerOptions.* in it, got nothing/,
    badStreamRequest(without("providerOptions")),
  ],
  "drops-files": [
    "NothingIsDropped/file-arrives",
    /the file sent: expected /,
    badParts((parts) => parts.filter(({ type }) => type !== "file")),
  ],
  "calls-every-file-a-byte-stream": [
    "NothingIsDropped/file-arrives",
    /the file sent: expected /,
    badParts((parts) =>
      parts.map((part) =>
        part.type === "file" && part.data !== undefined ? { ...part, mediaType: "application/octet-stream" } : part,
      ),
    ),
  ],
  "drops-images-by-address": [
    "NothingIsDropped/linked-image-arrives",
    /the address of the image sent: expected .*, got undefined/,
    badParts((parts) => parts.filter((part) => part.type === "text" || part.url === undefined)),
  ],
  "drops-files-by-address": [
    "NothingIsDropped/linked-file-arrives",
    /the address of the file sent: expected .*, got undefined/,
    badParts((parts) => parts.filter((part) => part.type !== "file" || part.url === undefined)),
  ],
  "cuts-long-addresses": [
    "NothingIsDropped/inline-address-arrives",
    /the image sent \(as a `data:` URL\)/,
    badParts((parts) =>
      parts.map((part) => (part.type !== "text" && part.url ? { ...part, url: part.url.slice(0, 60) } : part)),
    ),
  ],
  "takes-one-detail-for-all": [
    "NothingIsDropped/details-stay-apart",
    /`detail` of the images sent: expected .*, got \[ 'low', 'low' \]/,
    badParts((parts) => {
      const detail = parts.find((part) => part.type !== "text" && part.detail)?.["detail" as never];
      return detail ? parts.map((part) => (part.type === "text" ? part : { ...part, detail })) : parts;
    }),
  ],
  "forgets-answers-in-parts": [
    "NothingIsDropped/answers-in-parts-arrive",
    /the messages sent: expected /,
    badMessages((message) =>
      message.role === "assistant" && typeof message.content !== "string" ? { ...message, content: "" } : message,
    ),
  ],
  "drops-the-detail": [
    "NothingIsDropped/detail-arrives",
    /`detail` of the image sent: expected .*, got undefined/,
    badParts((parts) => parts.map((part) => (part.type === "text" ? part : { ...part, detail: undefined }))),
  ],
  "looks-closely-at-everything": [
    "NothingIsDropped/detail-arrives",
    /`detail` of the image sent: expected 'low', got 'high'/,
    badParts((parts) => parts.map((part) => (part.type === "text" ? part : { ...part, detail: "high" as const }))),
  ],
  "puts-images-first": [
    "NothingIsDropped/parts-keep-their-order",
    /the types of the parts sent: expected /,
    badParts((parts) => parts.toSorted((a, b) => Number(a.type === "text") - Number(b.type === "text"))),
  ],
  "thinks-a-little-whatever-is-asked": [
    "NothingIsDropped/effort-is-as-asked",
    /the effort sent: expected 'medium', got 'low'/,
    badTurnRequest((request) => (request.reasoning ? { ...request, reasoning: "low" } : request)),
  ],

  "cannot-take-a-frozen-request": [
    "RequestIsTheCallersOwn/frozen-request-works",
    /generate\(\): expected it to resolve, got a rejection with TypeError/,
    badRequest((request) => (Object.isFrozen(request) ? Object.assign(request, { stream: false }) : request)),
  ],
  "writes-into-a-streamed-request": [
    "RequestIsTheCallersOwn/streamed-request-is-not-changed",
    /the caller's request after the stream, at `/,
    writingInto(["stream"], (request) => setting(request, "stream", true)),
  ],
  "reads-a-streamed-request-late": [
    "RequestIsTheCallersOwn/later-changes-reach-no-stream",
    /the system text sent: expected .*, got 'You are long-winded\.'/,
    badLLM((llm) => ({
      async stream(...[request, options]: Parameters<LLM["stream"]>) {
        await undefined;
        return llm.stream(request, options);
      },
    })),
  ],
  "reads-the-request-anew-for-each-turn": [
    "RequestIsTheCallersOwn/later-changes-reach-no-later-turn",
    /the system text of the second request: expected .*, got 'You are long-winded\.'/,
    (llm, harm) => {
      let callers: LLMRequest | undefined;
      const careless = badTurnRequest((request, step) =>
        step > 1 ? { ...request, system: callers?.system } : request,
      )(llm, harm);
      return replacing(careless, {
        generate: (...call: Parameters<LLM["generate"]>) => {
          callers = call[0];
          return careless.generate(...call);
        },
      });
    },
  ],
  "shares-its-record-with-handlers": [
    "RequestIsTheCallersOwn/handlers-cannot-change-the-record",
    /the input in `toolCalls`: expected .*, got \{ city: 'Atlantis' \}/,
    (llm, harm) => {
      const inputs = new Map<string, unknown>();
      const noting = badDealings(({ execute }) => ({
        execute(input, context) {
          inputs.set(context.call.id, input);
          return execute(input, context);
        },
      }))(llm, () => {});
      return badResponse(({ toolCalls }) => ({
        toolCalls: toolCalls.map((call) => ({ ...call, input: inputs.get(call.id) ?? call.input })),
      }))(noting, harm);
    },
  ],
  "shares-results-with-handlers": [
    "RequestIsTheCallersOwn/results-are-copied",
    /the result in `messages`: expected .*, got '\{"celsius":-40\}'/,
    (llm, harm) => {
      const outputs = new Map<string, unknown>();
      const noting = badDealings(({ execute }) => ({
        async execute(input, context) {
          const output = await execute(input, context);
          outputs.set(context.call.id, output);
          return output;
        },
      }))(llm, harm);
      return badResponse(({ messages }) => ({
        messages: messages.map((message) =>
          message.role === "tool"
            ? {
                ...message,
                results: message.results.map((result) => ({
                  ...result,
                  output: outputs.get(result.id) ?? result.output,
                })),
              }
            : message,
        ),
      }))(noting, harm);
    },
  ],
};
