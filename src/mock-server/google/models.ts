import { jsonReply, type WireReply } from "../wire-reply.js";
import { Refusal } from "./refusal.js";
import type { Method } from "./route.js";

/** @param asked the method that needs the model, in https://github.com/google/adk-python/issues/200's words */
export function expectModel(model: string, models: readonly string[] | undefined, asked: Method): void {
  if (models && !models.includes(model))
    throw new Refusal({
      code: 404,
      message: `models/${model} is not found for API version v1beta, or is not supported for ${asked}. Call ListModels to see the list of available models and their supported methods.`,
      status: "NOT_FOUND",
    });
}

const methods: readonly Method[] = ["generateContent", "countTokens", "embedContent", "batchEmbedContents"];

/** https://ai.google.dev/api/models: one, or all of them on one page. */
export function listModels(models: readonly string[] = ["scripted"], asked: string | undefined): WireReply {
  const describe = (model: string) => ({
    name: `models/${model}`,
    version: "001",
    displayName: model,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: methods,
  });
  if (asked === undefined) return jsonReply(200, { models: models.map(describe) });
  if (!models.includes(asked))
    throw new Refusal({
      code: 404,
      message: `Model is not found: models/${asked} for api version v1beta`,
      status: "NOT_FOUND",
    });
  return jsonReply(200, describe(asked));
}
