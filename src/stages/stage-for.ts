import type { Stage, StageOptions, WireStageOptions } from "../suite/index.js";
import { googleStage } from "./google-stage.js";
import { liveStage } from "./live-stage.js";
import { memoryStage } from "./memory-stage.js";
import { openaiStage } from "./openai-stage.js";

/** What each kind of stage gives a factory. */
export interface StageOptionsFor {
  readonly memory: StageOptions;
  readonly openai: WireStageOptions;
  readonly google: WireStageOptions;
  readonly live: StageOptions;
}

export type StageName = keyof StageOptionsFor;

/** The stage of that name. @throws Error for a name that there is not */
export function stageFor<Name extends StageName>(name: Name): Stage<StageOptionsFor[Name]> {
  const make = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!make) throw new Error(`there is no stage "${name}"; there are ${Object.keys(stages).join(", ")}`);
  return make();
}

const stages: { readonly [Name in StageName]: () => Stage<StageOptionsFor[Name]> } = {
  memory: memoryStage,
  openai: openaiStage,
  google: googleStage,
  live: () => liveStage(),
};
