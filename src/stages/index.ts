export { googleStage } from "./google-stage.js";
export { type LiveStageOptions, liveStage } from "./live-stage.js";
export { memoryStage } from "./memory-stage.js";
export { openaiStage } from "./openai-stage.js";
export { type StageName, type StageOptionsFor, stageFor } from "./stage-for.js";
