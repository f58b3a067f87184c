import { type Embedder, type EmbedRequest, type EmbedResponse, isLLMError } from "../../contract/index.js";

/**
 * What came of an embedding, without provider, and the model's name where the request has none.
 * @param requests what the model was asked, once it is over
 */
export async function playEmbedRoad(
  embedder: Embedder,
  request: EmbedRequest,
  requests: () => readonly (EmbedRequest | undefined)[],
): Promise<object> {
  const own = (model: string | undefined) => (model === undefined || model === embedder.model ? "its own" : model);
  let ending: object;
  try {
    const { provider: _, ...response }: EmbedResponse = await embedder.embed(request);
    ending = { ...response, model: own(response.model) };
  } catch (error) {
    ending = { error: isLLMError(error) ? { code: error.code, status: error.status } : error };
  }
  // How many texts go into one request is each provider's own affair.
  const asked = requests();
  const settings = asked.map((one) => one && { model: own(one.model), task: one.task, dimensions: one.dimensions });
  return {
    ...ending,
    told: {
      texts: asked.flatMap((one) => one?.texts),
      settings: [...new Map(settings.map((one) => [JSON.stringify(one), one])).values()],
    },
  };
}
