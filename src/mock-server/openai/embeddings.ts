import type { EmbedRequest } from "../../contract/index.js";
import { bagOfWords, countTextTokens } from "../../memory/index.js";
import { type Check, checkTopLevel, integer, listOf, oneOf, text, textUpTo, wrongType } from "./check.js";
import { refuse } from "./refusal.js";

/** An embedding request that keeps the rules: https://platform.openai.com/docs/api-reference/embeddings/create */
export interface EmbedBody {
  readonly model: string;
  readonly input: string | readonly string[];
  readonly encoding_format?: "float" | "base64";
  readonly dimensions?: number;
}

/**
 * Checks an embedding request. Input as token numbers is refused: a bag of words cannot read it.
 * @param most texts in one request
 * @throws Refusal with the provider's own message, param and code
 */
export function checkEmbeddings(
  body: Readonly<Record<string, unknown>>,
  most: number,
): asserts body is EmbedBody & typeof body {
  const input: Check = (value, at) => {
    if (typeof value !== "string" && !Array.isArray(value)) wrongType(at, "one of a string or array of strings", value);
    // https://github.com/aryn-ai/sycamore/pull/943: an empty text has no better message.
    if ([value].flat().some((entry) => entry === "") || (Array.isArray(value) && value.length === 0))
      refuse("'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.");
    if (Array.isArray(value)) listOf(text, { most })(value, at);
  };
  const fields = {
    input,
    model: textUpTo(Number.POSITIVE_INFINITY),
    encoding_format: oneOf("float", "base64"),
    dimensions: integer(1),
    user: text,
  };
  checkTopLevel(body, fields, ["input", "model"]);
}

export function readEmbeddings({ model, input, dimensions }: EmbedBody): EmbedRequest {
  return { texts: [input].flat(), model, ...(dimensions !== undefined && { dimensions }) };
}

/** @param length of the vectors where the request names none */
export function writeEmbeddings({ texts, model, dimensions }: EmbedRequest, length: number, base64: boolean): object {
  const tokens = countTextTokens(...texts);
  return {
    object: "list",
    data: texts.map((entry, index) => {
      const vector = bagOfWords(entry, dimensions ?? length);
      return { object: "embedding", index, embedding: base64 ? toBase64(vector) : vector };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Little-endian floats of 32 bits, as the official clients read them: https://github.com/openai/openai-node/pull/2150 */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString("base64");
}
