export {
  type Case,
  type CaseContext,
  type Check,
  embedderCase,
  llmCase,
  must,
  type Played,
  should,
} from "./case.js";
export { embedderCases, llmCases } from "./cases/index.js";
export { conforms, countStatuses, countsAgainst } from "./conforms.js";
export {
  runEmbedderCases,
  runLLMCases,
  type SuiteOptions,
  type SuiteRun,
  startEmbedderSuite,
  startLLMSuite,
} from "./run-suite.js";
export type {
  Power,
  RawRequest,
  Scene,
  SentRequest,
  Setting,
  Stage,
  StageOptions,
  WireStageOptions,
} from "./stage.js";
export type { EmbedderFactory, EmbedderSubject, LLMFactory, LLMSubject } from "./subject.js";
export { untilSent } from "./until-sent.js";
export type { KnownFailures, Status, SuiteReport, Verdict } from "./verdict.js";
