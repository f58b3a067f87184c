import { StageFailure } from "./failure.js";
import type { Power, Scene, Stage, StageOptions } from "./stage.js";

/** Every power that a stage may claim. */
const powers: readonly Power[] = ["script", "traffic", "meaning", "raw", "hang-up", "connections", "faults", "retries"];

/**
 * Checks what was passed as `options.stage`.
 * @throws Error that says what to pass
 */
export function checkStage(stage: unknown): void {
  const refuse: (what: string) => never = (what) => {
    throw new Error(`${what}; pass memoryStage(), openaiStage(), googleStage() or liveStage(), or a stage of your own`);
  };
  if (typeof stage === "string") refuse(`options.stage is the string "${stage}", and must be a stage`);
  if (typeof stage !== "object" || stage === null) refuse("options.stage is missing");
  const { name, open, powers: claimed, embedderPowers } = stage as Partial<Record<keyof Stage, unknown>>;
  if (typeof name !== "string" || typeof open !== "function" || !Array.isArray(claimed))
    refuse("options.stage is no stage: it must have a name, powers and open()");
  for (const power of [...claimed, ...(Array.isArray(embedderPowers) ? embedderPowers : [])])
    if (!powers.includes(power))
      throw new Error(`the stage ${name} claims the power "${String(power)}"; there are ${powers.join(", ")}`);
}

/** @throws StageFailure for what `open()` gave and is no scene */
export function checkScene<Options extends StageOptions>(scene: Scene<Options>, stageName: string): void {
  const loose = (scene ?? {}) as Partial<Record<keyof Scene, unknown>>;
  for (const method of ["sent", "arrived", "close"] as const)
    if (typeof loose[method] !== "function")
      throw new StageFailure(`open() of the stage ${stageName} gave a scene without ${method}()`);
  if (typeof loose.options !== "object" || loose.options === null)
    throw new StageFailure(`open() of the stage ${stageName} gave a scene without options for the factory`);
}
