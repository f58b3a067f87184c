import { isObject } from "../../contract/index.js";
import { misreads } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { reading } from "../read-wrongly.js";

/** An error as a parser reads it that knows where its message must be, and believes its label. */
const readingErrors = (read: (error: unknown) => unknown) =>
  misreads(
    "openai",
    reading((object) => ("error" in object ? { error: read(object.error) } : object)),
  );

/** Parses whatever comes with an error, and throws what the parser throws. */
const parsing = (protocol: "openai" | "google") =>
  misreads(protocol, (body) => {
    if (!body.startsWith("data:")) JSON.parse(body);
    return body;
  });

/** What becomes of refusals and broken ends in a careless parser. */
export const wireRefusalMutants: LLMMutants = {
  "goes-by-the-label-of-an-error": [
    "OpenAIStructuredOutput/schema-refused",
    /LLM_UNSUPPORTED/,
    readingErrors((error) => (isObject(error) ? { type: error.type } : error)),
  ],
  "looks-for-the-message-of-a-string": [
    "OpenAIStructuredOutput/response-format-refused-in-a-string",
    /LLM_UNSUPPORTED/,
    readingErrors((error) => ({ message: (error as { message?: string }).message })),
  ],
  "takes-every-400-for-a-bad-request": [
    "OpenAIParameters/tools-refused",
    /LLM_UNSUPPORTED/,
    readingErrors(() => ({ message: "Bad request" })),
  ],
  "parses-plain-words": ["OpenAIErrors/an-error-in-plain-words", /LLM_NETWORK_ERROR/, parsing("openai")],
  "parses-googles-plain-words": ["GoogleErrors/an-error-in-plain-words", /LLM_NETWORK_ERROR/, parsing("google")],
  "takes-the-end-of-the-body-for-success": [
    "GoogleEndings/no-finish-reason-at-the-end",
    /LLM_STREAM_INTERRUPTED/,
    misreads("google", (body) =>
      /"finishReason"|"error"|"promptFeedback"/.test(body)
        ? body
        : `${body}data: ${JSON.stringify({ candidates: [{ finishReason: "STOP" }] })}\r\n\r\n`,
    ),
  ],
};
