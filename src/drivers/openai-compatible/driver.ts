import type { Driver, LLM, Turn, TurnContext, TurnEvent, TurnRequest } from "../../contract/index.js";
import { createLLM } from "../../generation/index.js";
import { readRequestId } from "../errors.js";
import { readReply } from "../read-reply.js";
import { readStream } from "../read-stream.js";
import { readText } from "../transport/index.js";
import { type Asked, createAnswer } from "./answer.js";
import { createConnection, isBlockedPrompt } from "./connection.js";
import { checkOptions, type OpenAICompatibleOptions } from "./options.js";
import { chatBody } from "./request-body.js";

/**
 * An LLM behind an endpoint that speaks OpenAI's chat completions (`POST {baseURL}/chat/completions`).
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function openAICompatible(options: OpenAICompatibleOptions): LLM {
  const { maxRetries, retryDelay } = options ?? {};
  return createLLM(openAICompatibleDriver(options), {
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryDelay !== undefined && { retryDelay }),
  });
}

/**
 * The driver alone, for wrappers.
 * @throws LLMError `LLM_INVALID_CONFIG`, naming the option
 */
export function openAICompatibleDriver(options: OpenAICompatibleOptions): Driver {
  const config = checkOptions(options, "LLM");
  const { endpoint, provider, secrets } = config;
  const connection = createConnection(options, config);
  const capabilities = { ...endpoint.capabilities, ...definedOnly(options.capabilities) };

  const send = async (request: TurnRequest, stream: boolean, { signal }: TurnContext) => {
    const model = request.model ?? config.model;
    const body = chatBody(request, model, stream, { endpoint, provider });
    const response = await connection.post("/chat/completions", body, model, signal);
    const asked: Asked = {
      provider,
      model,
      secrets,
      toolNames: (request.tools ?? []).map((tool) => tool.name),
      reportsCache: capabilities.promptCaching === true,
      requestId: readRequestId(response.headers, secrets),
    };
    return { response, asked };
  };

  return {
    provider,
    model: config.model,
    capabilities,

    async turn(request, context) {
      try {
        const { response, asked } = await send(request, false, context);
        return readReply(await readText(response), createAnswer(asked), asked);
      } catch (error) {
        if (isBlockedPrompt(error)) return blockedTurn;
        throw error;
      }
    },

    async streamTurn(request, context) {
      try {
        const { response, asked } = await send(request, true, context);
        return readStream(response, createAnswer(asked), asked);
      } catch (error) {
        if (isBlockedPrompt(error)) return only({ type: "turn", turn: blockedTurn });
        throw error;
      }
    },

    close: () => connection.close(),
  };
}

const blockedTurn: Turn = { text: "", finishReason: "content_filter", providerFinishReason: "content_filter" };

async function* only(event: TurnEvent): AsyncGenerator<TurnEvent, void, undefined> {
  yield event;
}

function definedOnly<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
