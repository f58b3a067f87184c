import type { LLM } from "../../contract/index.js";
import type { AISDKCallOptions } from "./language-model.js";
import { toAISDKError } from "./to-error.js";
import { toRequest } from "./to-request.js";
import { type AISDKContent, type AISDKGenerated, type AISDKStreamPart, toGenerated } from "./to-result.js";
import { toStreamParts } from "./to-stream-parts.js";

/** Which form of the AI SDK's models is made: `v3` is that of `ai` 6, `v4` that of `ai` 7. */
type Version = "v3" | "v4";

/** A language model of the AI SDK; it fits `LanguageModelV3` or `LanguageModelV4` of `@ai-sdk/provider`. */
export interface AISDKModel<Specification extends Version = "v3"> {
  readonly specificationVersion: Specification;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: AISDKCallOptions): Promise<AISDKGenerated>;
  doStream(options: AISDKCallOptions): Promise<{ stream: ReadableStream<AISDKStreamPart> }>;
}

export type { AISDKContent, AISDKGenerated, AISDKStreamPart };

/**
 * An LLM as a language model of the AI SDK, so that an application's tests run on a scripted one:
 * `generateText({ model: toAISDK(memoryLLM("Hello")), … })`. Each call is one turn; the loop is the AI SDK's.
 *
 * It rejects as the SDK's own providers do: `AI_APICallError` with `statusCode`, `isRetryable` and the `LLMError` as its
 * cause, `AI_UnsupportedFunctionalityError`, or the signal's reason. Settings that an LLM does not have (`topK`, penalties,
 * JSON without a schema) are told as warnings.
 * @param options `specificationVersion`: default `v3`
 */
export function toAISDK<Specification extends Version = "v3">(
  llm: LLM,
  options: { readonly specificationVersion?: Specification | undefined } = {},
): AISDKModel<Specification> {
  const { provider, model } = llm;
  /** One turn, with the SDK's errors for the contract's. */
  const call = async <T>(work: () => Promise<T>, { abortSignal }: AISDKCallOptions): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toAISDKError(error, abortSignal as AbortSignal | undefined);
    }
  };
  return {
    specificationVersion: options.specificationVersion ?? ("v3" as Specification),
    provider,
    modelId: model,
    // The LLM decides; the SDK is not to download anything for it.
    supportedUrls: { "*/*": [/.*/] },

    doGenerate: (given) =>
      call(async () => {
        const { request, warnings } = toRequest(given, provider);
        return toGenerated(await llm.generate(request, { signal: given.abortSignal as AbortSignal }), warnings);
      }, given),

    doStream: (given) =>
      call(async () => {
        const { request, warnings } = toRequest(given, provider);
        const stream = await llm.stream(request, { signal: given.abortSignal as AbortSignal });
        const toError = (error: unknown) => toAISDKError(error, given.abortSignal as AbortSignal | undefined);
        return { stream: toStreamParts(stream, warnings, toError) };
      }, given),
  };
}
