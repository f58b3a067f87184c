import {
  type Driver,
  isObject,
  type LLM,
  LLMError,
  redact,
  type TurnContext,
  type TurnRequest,
} from "../../contract/index.js";
import { createLLM } from "../../generation/index.js";
import { createConnection } from "../connection.js";
import { parsed, readRequestId } from "../errors.js";
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
  return createLLM(googleDriver(options), {
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryDelay !== undefined && { retryDelay }),
  });
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
  const claimed = Object.entries(options.capabilities ?? {}).filter(([, claim]) => claim !== undefined);
  const capabilities = { ...traitsOf(config.model).capabilities, ...Object.fromEntries(claimed) };

  const post = async (method: Method, model: string, body: object, { signal }: TurnContext) => {
    const blamed = { provider, model, secrets };
    const url = endpointURL(config, model, method);
    const response = await connection.post(url, body, signal, (...reply) => httpError(...reply, blamed));
    const asked: Asked = {
      ...blamed,
      reportsCache: capabilities.promptCaching === true,
      requestId: readRequestId(response.headers, secrets),
    };
    return { response, asked };
  };
  const bodyOf = (request: TurnRequest, model: string) =>
    generateContentBody(request, model, { provider, traits: traitsOf(model) });

  return {
    provider,
    model: config.model,
    capabilities,

    async turn(request, context) {
      const { model = config.model } = request;
      const { response, asked } = await post("generateContent", model, bodyOf(request, model), context);
      return readReply(await readText(response), createAnswer(asked), asked);
    },

    async streamTurn(request, context) {
      const { model = config.model } = request;
      const { response, asked } = await post("streamGenerateContent", model, bodyOf(request, model), context);
      return readStream(response, createAnswer(asked), asked);
    },

    async countTokens(request, context) {
      const { model = config.model } = request;
      const body = bodyOf(request, model);
      // Vertex AI takes the request itself, Gemini takes it as a field, for all of it to be counted.
      const wire = isVertex(config) ? body : { generateContentRequest: { model: modelName(model), ...body } };
      const { response, asked } = await post("countTokens", model, wire, context);
      const text = await readText(response);
      const reply = parsed(text);
      if (isObject(reply)) {
        if (isInBandError(reply, undefined)) throw inBandError(reply, asked);
        // A count of 0 is left out on the wire.
        const { totalTokens = 0 } = reply;
        if (typeof totalTokens === "number") return totalTokens;
      }
      const message = `${provider}: the reply holds no token count: ${redact(text, secrets, 100)}`;
      throw new LLMError("LLM_BAD_RESPONSE", message, { provider, model });
    },

    close: () => connection.close(),
  };
}
