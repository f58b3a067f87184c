import type { Driver, LLM, TurnContext, TurnRequest } from "../../contract/index.js";
import { createLLM, parserFor, sayingOfLarge } from "../../generation/index.js";
import { withClaims } from "../check-options.js";
import { createConnection } from "../connection.js";
import { readRequestId } from "../errors.js";
import { badReply } from "../read-chunks.js";
import { readObject } from "../read-object.js";
import { readReply } from "../read-reply.js";
import { readStream } from "../read-stream.js";
import { readText } from "../transport/index.js";
import { type Asked, createAnswer } from "./answer.js";
import { endpointURL, isVertex, type Method, modelName } from "./endpoint-url.js";
import { httpError, inBandError, isInBandError } from "./errors.js";
import { traitsOf } from "./model-traits.js";
import { checkOptions, type GoogleOptions } from "./options.js";
import { generateContentBody } from "./request-body.js";

/**
 * A Gemini model, through the Gemini API (https://ai.google.dev/api/generate-content), a gateway that speaks it, or
 * Vertex AI in express mode.
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function google(options: GoogleOptions): LLM {
  const { maxRetries, retryDelay } = options ?? {};
  return createLLM(googleDriver(options), { maxRetries, retryDelay });
}

/**
 * The driver alone, for wrappers.
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function googleDriver(options: GoogleOptions): Driver {
  const config = checkOptions(options, "LLM");
  const { provider, secrets } = config;
  const { timeouts, fetch, maxResponseBytes } = options;
  const connection = createConnection({ provider, secrets, timeouts, fetch, maxResponseBytes }, config.headers);
  const capabilities = withClaims(traitsOf(config.model).capabilities, options.capabilities);

  const post = async (method: Method, request: TurnRequest, body: object, { signal }: TurnContext) => {
    const { model = config.model } = request;
    const blamed = { provider, model, secrets, parse: parserFor(request) };
    const reply = await connection.post(endpointURL(config, model, method), body, signal);
    if ("refused" in reply) throw httpError(reply.refused, blamed);
    const asked: Asked = {
      ...blamed,
      reportsCache: capabilities.promptCaching === true,
      requestId: readRequestId(reply.accepted.headers, secrets),
    };
    return { response: reply.accepted, asked };
  };
  const bodyOf = (request: TurnRequest, model: string) =>
    generateContentBody(request, model, { provider, traits: traitsOf(model) });

  return {
    provider,
    model: config.model,
    capabilities,
    ...sayingOfLarge("able"),

    async turn(request, context) {
      const { model = config.model } = request;
      const { response, asked } = await post("generateContent", request, bodyOf(request, model), context);
      return readReply(await readText(response), createAnswer(asked), asked);
    },

    async streamTurn(request, context) {
      const { model = config.model } = request;
      const { response, asked } = await post("streamGenerateContent", request, bodyOf(request, model), context);
      return readStream(response, createAnswer(asked), asked);
    },

    async countTokens(request, context) {
      const { model = config.model } = request;
      const body = bodyOf(request, model);
      // Vertex AI takes the request itself, Gemini takes it as a field, for all of it to be counted.
      const wire = isVertex(config) ? body : { generateContentRequest: { model: modelName(model), ...body } };
      const { response, asked } = await post("countTokens", request, wire, context);
      const reply = await readObject(response, asked);
      if (isInBandError(reply)) throw inBandError(reply, asked);
      const { totalTokens } = reply;
      if (typeof totalTokens === "number") return totalTokens;
      throw badReply("holds no token count", JSON.stringify(reply), asked);
    },

    close: () => connection.close(),
  };
}
