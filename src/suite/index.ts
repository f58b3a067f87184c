export {
  close,
  countTokens,
  embed,
  events,
  firstDelta,
  generate,
  type OpenStream,
  stream,
} from "./ask.js";
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
  type ExpectedError,
  equal,
  expectCount,
  expectError,
  expectHangUp,
  expectNothingSent,
  expectText,
  expectWellFormed,
} from "./expect.js";
export { expectThat, Failure, StageFailure } from "./failure.js";
export { checkKnownFailures, withKnown } from "./known-failures.js";
export {
  runEmbedderCases,
  runLLMCases,
  type SuiteOptions,
  type SuiteRun,
  startEmbedderSuite,
  startLLMSuite,
} from "./run-suite.js";
export { createSentRecord, type SentRecord } from "./sent-record.js";
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
export type { Flaky, KnownFailure, KnownFailures, Status, SuiteReport, Verdict } from "./verdict.js";
