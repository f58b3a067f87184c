import type { Embedder, LLM } from "../contract/index.js";
import {
  type FetchLike,
  google,
  googleEmbedder,
  openAICompatible,
  openAICompatibleEmbedder,
  type Preset,
} from "../drivers/index.js";
import { overDriver, wrapLLM } from "../generation/index.js";
import type { WireProtocol } from "../quirks/index.js";
import type { StageOptions } from "../suite/index.js";
import type { Claims } from "./claims.js";

/** An endpoint, and how it is reached. */
export interface Target {
  readonly protocol: WireProtocol;
  /** Google's own where it is absent. */
  readonly baseURL?: string | undefined;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Of an OpenAI-compatible endpoint. */
  readonly preset?: Preset | undefined;
}

/** What a stage on a tap gives. */
export interface TappedOptions extends StageOptions {
  readonly fetch: FetchLike;
}

/** Our driver for the endpoint, which writes at most so many tokens an answer. */
export function targetLLM(target: Target, stage: TappedOptions, claims: Claims, maxOutputTokens: number): LLM {
  const options = { ...stage, ...reach(target), capabilities: claims };
  const llm = target.protocol === "google" ? google(options) : openAICompatible(options);
  return wrapLLM(llm, (driver) => {
    const { streamTurn } = driver;
    return overDriver(driver, {
      turn: (request, context) => driver.turn({ maxTokens: maxOutputTokens, ...request }, context),
      ...(streamTurn && {
        streamTurn: (request, context) => streamTurn.call(driver, { maxTokens: maxOutputTokens, ...request }, context),
      }),
    });
  });
}

/** Our embedder for the endpoint. */
export function targetEmbedder(target: Target, stage: TappedOptions): Embedder {
  const options = { ...stage, ...reach(target) };
  return target.protocol === "google" ? googleEmbedder(options) : openAICompatibleEmbedder(options);
}

function reach({ baseURL, model, apiKey, preset }: Target) {
  return { ...(baseURL !== undefined && { baseURL }), model, apiKey, ...(preset !== undefined && { preset }) };
}
