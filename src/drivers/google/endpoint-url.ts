import type { Config } from "./options.js";

export type Method =
  | "generateContent"
  | "streamGenerateContent"
  | "countTokens"
  | "embedContent"
  | "batchEmbedContents";

/** A model's resource name: `models/…` or `tunedModels/…`. */
export function modelName(model: string): string {
  return /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
}

/** The model without the prefix of its resource name. */
export function bareModel(model: string): string {
  return model.replace(/^(?:models|tunedModels)\//, "");
}

/** Where a method of a model is. The name is encoded: whatever it holds, it stays a name. */
export function endpointURL({ baseURL }: Config, model: string, method: Method): string {
  const url = new URL(baseURL);
  const [collection] = modelName(model).split("/", 1);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${collection}/${encodeURIComponent(bareModel(model))}:${method}`;
  // Without it the stream is one JSON array: https://github.com/symfony/ai/pull/1988
  if (method === "streamGenerateContent") url.searchParams.set("alt", "sse");
  return url.href;
}

/** Whether it is Vertex AI, whose methods take the same bodies but for `countTokens`. */
export function isVertex({ baseURL }: Config): boolean {
  return /\/publishers\//.test(`${baseURL.pathname}/`);
}
