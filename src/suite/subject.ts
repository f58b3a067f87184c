import type { Embedder, EmbedRequest, LLM, TurnRequest } from "../contract/index.js";
import type { StageOptions } from "./stage.js";

/** What a factory may return instead of the bare LLM. */
export interface LLMSubject {
  readonly llm: LLM;
  /** Called when the case has ended, after `llm.close()`. */
  readonly stop?: (() => void | Promise<void>) | undefined;
  /** What the LLM sent so far, for stages that cannot see it: gives them the powers `traffic` and `meaning`. */
  readonly calls?: (() => readonly TurnRequest[]) | undefined;
}

/** What a factory may return instead of the bare embedder. */
export interface EmbedderSubject {
  readonly embedder: Embedder;
  readonly stop?: (() => void | Promise<void>) | undefined;
  readonly calls?: (() => readonly EmbedRequest[]) | undefined;
}

/** Makes the LLM under judgement, anew for each case. */
export type LLMFactory<Options extends StageOptions = StageOptions> = (
  stage: Options,
) => LLM | LLMSubject | Promise<LLM | LLMSubject>;

/** Makes the embedder under judgement, anew for each case. */
export type EmbedderFactory<Options extends StageOptions = StageOptions> = (
  stage: Options,
) => Embedder | EmbedderSubject | Promise<Embedder | EmbedderSubject>;
