import { type Capabilities, type Driver, isObject, type LLM, LLMError } from "../../contract/index.js";
import { createLLM, type LLMOptions } from "../../generation/index.js";
import { type ReasoningOptions, toCallOptions } from "./call-options.js";
import { toLLMError } from "./errors.js";
import type { AISDKLanguageModel } from "./language-model.js";
import { readStream, readWhole } from "./read-turn.js";
import { recogniseModel } from "./recognise-model.js";
import { streamParts } from "./stream-parts.js";

/** What a model of the AI SDK does not say of itself. */
export interface FromAISDKOptions extends LLMOptions {
  /**
   * What differs from the default: everything but `tokenCounting`, which such models do not have; `sources`, which needs a
   * search tool of the provider's own; `structuredOutput` where the model says that it has none; and `reasoning` on a v3
   * model without the option of that name.
   */
  readonly capabilities?: Partial<Capabilities> | undefined;
  /**
   * How an effort is asked for, in this provider's options: `(effort) => ({ reasoningEffort: effort })`; undefined for an
   * effort that it does not have. A v4 model has a setting of its own and needs none.
   */
  readonly reasoning?: ReasoningOptions | undefined;
  /**
   * This provider's options that turn its strict mode off, for a schema with `strict: false`, such as
   * `{ strictJsonSchema: false }`. Without them such a schema is refused.
   */
  readonly strictOff?: object | undefined;
  /** What must not stand in an error, such as the key that the model was made with; it keeps that to itself. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * A language model of the AI SDK as an LLM, so that the suite can judge it.
 *
 * A warning that a setting is unsupported is `LLM_UNSUPPORTED` here: the setting was dropped. `providerOptions` are those
 * of this provider, without its name around them. A per-request `model` is refused, for a model object is one model.
 * @throws LLMError `LLM_INVALID_CONFIG` for what is no such model
 */
export function fromAISDK(model: AISDKLanguageModel, options: FromAISDKOptions = {}): LLM {
  return createLLM(aiSDKDriver(model, options), options);
}

/** The driver alone; see `fromAISDK`. */
export function aiSDKDriver(model: AISDKLanguageModel, options: Omit<FromAISDKOptions, keyof LLMOptions> = {}): Driver {
  recogniseModel(model, "doGenerate");
  const { provider, modelId } = model;
  const { reasoning, capabilities, strictOff, secrets } = options;
  const toError = (thrown: unknown) => toLLMError(thrown, { provider, model: modelId, secrets });

  /** Asks the model; whatever it throws is told in the contract's words. */
  const asked = async (ask: "doGenerate" | "doStream", ...[request, { signal }]: Parameters<Driver["turn"]>) => {
    const callOptions = await toCallOptions(request, model, { reasoning, strictOff }, signal);
    try {
      return await model[ask](callOptions);
    } catch (thrown) {
      throw toError(thrown);
    }
  };

  return {
    provider,
    model: modelId,
    adapts: "ai-sdk",
    capabilities: {
      streaming: true,
      structuredOutput: (model as { supportsStructuredOutputs?: unknown }).supportsStructuredOutputs !== false,
      tools: true,
      vision: true,
      reasoning: model.specificationVersion === "v4" || reasoning !== undefined,
      promptCaching: true,
      ...capabilities,
      tokenCounting: false,
    },

    async turn(request, context) {
      return readWhole(await asked("doGenerate", request, context), provider);
    },

    async streamTurn(request, context) {
      const result: unknown = await asked("doStream", request, context);
      const parts = streamParts(isObject(result) ? result.stream : undefined, context.signal);
      if (!parts) {
        throw new LLMError("LLM_BAD_RESPONSE", `${provider}: doStream() gave no stream`, { provider });
      }
      return readStream(parts, provider, toError);
    },
  };
}
