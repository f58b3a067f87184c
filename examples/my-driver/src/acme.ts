import { createLLM, type Driver, type LLM, LLMError, type LLMOptions, type TurnRequest } from "touchstone";
import { toError } from "./errors.js";
import { type Reply, readEvents, readReplies, toBody } from "./protocol.js";

export interface AcmeOptions extends LLMOptions {
  readonly apiKey: string;
  readonly model: string;
  readonly baseURL?: string;
}

/**
 * An LLM of Acme's.
 * @throws LLMError `LLM_INVALID_CONFIG` when an option is not valid
 */
export function acme({ apiKey, model, baseURL = "https://api.acme.example/v1", ...options }: AcmeOptions): LLM {
  const post = async (request: TurnRequest, stream: boolean, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(toBody({ model, ...request }, stream)),
      signal, // the one way in which a turn is ended early
    });
    if (response.ok) return response;
    const { error } = (await response.json().catch(() => ({}))) as Reply;
    throw toError(response.status, error, response.headers);
  };
  const driver: Driver = {
    provider: "acme",
    model,
    capabilities: { streaming: true }, // what is not claimed, such as tools, createLLM refuses
    async turn(request, { signal }) {
      const raw = (await (await post(request, false, signal)).json()) as Reply;
      for await (const event of readReplies([raw])) if (event.type === "turn") return { ...event.turn, raw };
      throw new LLMError("LLM_PROVIDER_ERROR", "acme: the reply has no answer in it");
    },
    async streamTurn(request, { signal }) {
      return readReplies(readEvents(await post(request, true, signal)));
    },
  };
  return createLLM(driver, options);
}
