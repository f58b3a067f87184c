import {
  type EmbedBatch,
  type Embedder,
  type EmbedderDriver,
  isObject,
  LLMError,
  unsupported,
} from "../../contract/index.js";
import { createEmbedder, type EmbedderOptions } from "../../generation/index.js";
import { toLLMError } from "./errors.js";
import type { AISDKEmbeddingModel } from "./language-model.js";
import { optionsName, recogniseModel } from "./recognise-model.js";
import { refuseWarnings } from "./turn-collector.js";

/** What an embedding model of the AI SDK does not say of itself. */
export interface FromAISDKEmbedderOptions extends EmbedderOptions {
  /**
   * How a length is asked for, in this provider's options: `(length) => ({ dimensions: length })`. A v4 model has a setting
   * of its own; a v3 model without this takes none.
   */
  readonly dimensions?: ((length: number) => object) | undefined;
  /** What must not stand in an error, such as the key that the model was made with; it keeps that to itself. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * An embedding model of the AI SDK as an embedder; see `fromAISDK`. It has no tasks.
 * @throws LLMError `EMBED_INVALID_CONFIG` for what is no such model
 */
export function fromAISDKEmbedder(model: AISDKEmbeddingModel, options: FromAISDKEmbedderOptions = {}): Embedder {
  return createEmbedder(aiSDKEmbedderDriver(model, options), options);
}

/** The driver alone; see `fromAISDKEmbedder`. */
export function aiSDKEmbedderDriver(
  model: AISDKEmbeddingModel,
  { dimensions: lengthOptions, secrets }: Pick<FromAISDKEmbedderOptions, "dimensions" | "secrets"> = {},
): EmbedderDriver {
  recogniseModel(model, "doEmbed");
  const { provider, modelId, specificationVersion, maxEmbeddingsPerCall: most } = model;
  const isField = lengthOptions === undefined && specificationVersion === "v4";
  return {
    provider,
    model: modelId,
    adapts: "ai-sdk",
    capabilities: { task: false, dimensions: isField || lengthOptions !== undefined },
    // A promise of it is asked for before anything is known; such models are rare, and the provider says no itself.
    maxBatchSize: typeof most === "number" && Number.isFinite(most) ? most : undefined,

    async embed({ texts, model: asked, dimensions, providerOptions }, { signal }): Promise<EmbedBatch> {
      if (asked !== undefined && asked !== modelId) throw unsupported(provider, "model", "EMBED");
      const options = { ...(dimensions !== undefined && lengthOptions?.(dimensions)), ...providerOptions };
      let result: unknown;
      try {
        result = await model.doEmbed({
          values: [...texts],
          abortSignal: signal,
          ...(isField && dimensions !== undefined && { dimensions }),
          ...(Object.keys(options).length > 0 && { providerOptions: { [optionsName(provider)]: options } }),
        });
      } catch (thrown) {
        throw toLLMError(thrown, { provider, model: modelId, secrets });
      }
      if (!isObject(result))
        throw new LLMError("EMBED_BAD_RESPONSE", `${provider}: doEmbed() gave no result`, { provider });
      refuseWarnings(result.warnings, provider);
      const { embeddings, usage } = result;
      const tokens = isObject(usage) ? usage.tokens : undefined;
      return {
        vectors: embeddings as number[][],
        ...(typeof tokens === "number" && { usage: { inputTokens: tokens } }),
      };
    },
  };
}
