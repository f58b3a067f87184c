export type { Claims } from "./claims.js";
export { withControl } from "./control.js";
export { type JudgeOptions, judgeEndpoint } from "./judge.js";
export { wireCase } from "./judge-wire.js";
export { planOf } from "./plan.js";
export { type Profile, profiles } from "./profiles.js";
export type { Target } from "./target.js";
