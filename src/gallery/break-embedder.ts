import {
  type CallOptions,
  type Embedder,
  type EmbedRequest,
  type EmbedResponse,
  isLLMError,
  isObject,
  type LLMError,
} from "../contract/index.js";
import { changed, replacing, withHarm } from "./break-llm.js";
import type { Spoil } from "./mutant.js";

// Defects in an embedder.

/** Some methods or fields are others. Calling or reading one is the harm. */
export const badEmbedder =
  (defect: (embedder: Embedder) => object): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, withHarm(defect(embedder), harm));

/** Another response. */
export const badEmbedding =
  (change: (response: EmbedResponse, request: EmbedRequest) => object): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, {
      async embed(request: EmbedRequest, options?: CallOptions) {
        const response = await embedder.embed(request, options);
        return changed<object>(response, () => ({ ...response, ...change(response, request) }), harm);
      },
    });

/** Another request than the caller's. What is no request at all is left to be refused. */
export const badEmbedRequest =
  (change: (request: EmbedRequest) => EmbedRequest): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, {
      embed: async (request: EmbedRequest, options?: CallOptions) =>
        embedder.embed(
          isObject(request) && Array.isArray(request.texts) ? changed(request, change, harm) : request,
          options,
        ),
    });

/** Takes what it should refuse. */
export const acceptingTexts =
  (matches: (request: Partial<EmbedRequest>) => boolean): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, {
      embed: (request: EmbedRequest, options?: CallOptions) =>
        embedder.embed(request, options).catch((error: unknown) => {
          if (!matches(request ?? {})) throw error;
          harm();
          return embedder.embed({ texts: ["hello"] });
        }),
    });

/** What `embed()` rejects with becomes something else. */
export const badEmbedRejection =
  (change: (error: LLMError) => unknown, which: (error: LLMError) => boolean = () => true): Spoil<Embedder> =>
  (embedder, harm) =>
    replacing(embedder, {
      embed: (request: EmbedRequest, options?: CallOptions) =>
        embedder.embed(request, options).catch((error: unknown) => {
          if (!isLLMError(error) || !which(error)) throw error;
          harm();
          throw change(error);
        }),
    });

/** Refuses as it should, but only once it has sent something. */
export const sendsBeforeRefusing: Spoil<Embedder> = (embedder, harm) =>
  replacing(embedder, {
    embed: (request: EmbedRequest, options?: CallOptions) =>
      embedder.embed(request, options).catch(async (error: unknown) => {
        harm();
        await embedder.embed({ texts: ["hello"] }).catch(() => {});
        throw error;
      }),
  });
