export type { Fate, PlayedMutant, PlayOptions } from "./play-mutant.js";
export { holds, type Proof, proveSuite, unproven } from "./prove.js";
