import type { Driver, LLM, Turn, TurnContext, TurnEvent, TurnRequest } from "../../contract/index.js";
import { createLLM, parserFor, sayingOfLarge } from "../../generation/index.js";
import { withClaims } from "../check-options.js";
import { readRequestId } from "../errors.js";
import { readReply } from "../read-reply.js";
import { readStream } from "../read-stream.js";
import { readText } from "../transport/index.js";
import { type Asked, createAnswer } from "./answer.js";
import { createConnection } from "./connection.js";
import { checkOptions, type OpenAICompatibleOptions } from "./options.js";
import { chatBody } from "./request-body.js";

/**
 * An LLM behind an endpoint that speaks OpenAI's chat completions (`POST {baseURL}/chat/completions`).
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function openAICompatible(options: OpenAICompatibleOptions): LLM {
  const { maxRetries, retryDelay } = options ?? {};
  return createLLM(openAICompatibleDriver(options), { maxRetries, retryDelay });
}

/**
 * The driver alone, for wrappers.
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function openAICompatibleDriver(options: OpenAICompatibleOptions): Driver {
  const config = checkOptions(options, "LLM");
  const { endpoint, provider, secrets } = config;
  const connection = createConnection(options, config, "/chat/completions");
  const capabilities = withClaims(endpoint.capabilities, options.capabilities);

  /** @returns undefined where the prompt was blocked */
  const send = async (request: TurnRequest, stream: boolean, { signal }: TurnContext) => {
    const model = request.model ?? config.model;
    const body = chatBody(request, model, stream, { endpoint, provider });
    const reply = await connection.post(body, model, signal);
    if ("blocked" in reply) return undefined;
    const response = reply.accepted;
    const asked: Asked = {
      provider,
      model,
      secrets,
      toolNames: (request.tools ?? []).map((tool) => tool.name),
      parse: parserFor(request),
      reportsCache: capabilities.promptCaching === true,
      requestId: readRequestId(response.headers, secrets),
    };
    return { response, asked };
  };

  return {
    provider,
    model: config.model,
    capabilities,
    ...sayingOfLarge("able"),

    async turn(request, context) {
      const sent = await send(request, false, context);
      if (!sent) return blockedTurn;
      const { response, asked } = sent;
      return readReply(await readText(response), createAnswer(asked), asked);
    },

    async streamTurn(request, context) {
      const sent = await send(request, true, context);
      return sent ? readStream(sent.response, createAnswer(sent.asked), sent.asked) : only(blockedTurn);
    },

    close: () => connection.close(),
  };
}

const blockedTurn: Turn = { text: "", finishReason: "content_filter", providerFinishReason: "content_filter" };

async function* only(turn: Turn): AsyncGenerator<TurnEvent, void, undefined> {
  yield { type: "turn", turn };
}
