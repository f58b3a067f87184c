import type { Embedder, LLM } from "../../contract/index.js";
import type { Case } from "../case.js";
import { approvalIsAskedForEachCall } from "./approval-is-asked.js";
import { attachmentSizeIsGuarded } from "./attachment-size-is-guarded.js";
import { callsDoNotMix } from "./calls-do-not-mix.js";
import { callsLeaveNothingBehind } from "./calls-leave-nothing-behind.js";
import { cancellationIsComplete } from "./cancellation-is-complete.js";
import { cancelledContext } from "./cancelled-context.js";
import { capabilitiesAreHonest } from "./capabilities-are-honest.js";
import { conversationResumes } from "./conversation-resumes.js";
import { embedIdentity, embedRequestIsNotMutated, embedReturnsOneVectorPerText } from "./embed-basics.js";
import { embedCloseRefusesNewCalls, embedHonoursCancelledContext } from "./embed-cancellation.js";
import { embedCallsDoNotMix } from "./embed-concurrency.js";
import { embedErrorsAreMapped, embedRetriesAreBounded } from "./embed-failures.js";
import { embedRejectsInvalidRequests } from "./embed-refusals.js";
import { embedOptionsArrive, embedPerRequestModel } from "./embed-request-settings.js";
import {
  embedHonoursDimensionsOrRefuses,
  embedHonoursTaskOrRefuses,
  embedSplitsLargeBatches,
} from "./embed-settings.js";
import { embedTextsArriveWhole, embedUsageIsHonest } from "./embed-texts.js";
import { enabled } from "./enabled.js";
import { errorsAreMapped } from "./errors-are-mapped.js";
import { errorsTellNoSecret } from "./errors-tell-no-secret.js";
import { finishReasonIsWhatHappened } from "./finish-reason-is-what-happened.js";
import { generateCase } from "./generate.js";
import { identity } from "./identity.js";
import { nothingIsDropped } from "./nothing-is-dropped.js";
import { perRequestModel } from "./per-request-model.js";
import { rejectsEmptyConversation } from "./rejects-empty-conversation.js";
import { rejectsEmptySchema } from "./rejects-empty-schema.js";
import { rejectsInvalidNumbers } from "./rejects-invalid-numbers.js";
import { rejectsInvalidTools } from "./rejects-invalid-tools.js";
import { rejectsMalformedAttachment } from "./rejects-malformed-attachment.js";
import { rejectsUnknownRole } from "./rejects-unknown-role.js";
import { rejectsUnpairedToolResults } from "./rejects-unpaired-tool-results.js";
import { rejectsUnsafeValues } from "./rejects-unsafe-values.js";
import { requestIsTheCallersOwn } from "./request-is-the-callers-own.js";
import { responseIsWhole } from "./response-is-whole.js";
import { retriesAreBounded } from "./retries-are-bounded.js";
import { schemaArrivesWhole } from "./schema-arrives-whole.js";
import { stepCapIsExact } from "./step-cap-is-exact.js";
import { streamCase } from "./stream.js";
import { streamAndGenerateAgree } from "./stream-and-generate-agree.js";
import { streamCloseBeforeDrain } from "./stream-close-before-drain.js";
import { streamCloseIsIdempotent } from "./stream-close-is-idempotent.js";
import { streamClosesInEveryState } from "./stream-closes-in-every-state.js";
import { streamResponseAtAnyTime } from "./stream-response-at-any-time.js";
import { streamRunsTools } from "./stream-runs-tools.js";
import { structuredOutputIsJSON } from "./structured-output-is-json.js";
import { timeoutsAreTold } from "./timeouts-are-told.js";
import { tokenCountIsExact } from "./token-count-is-exact.js";
import { toolApproval } from "./tool-approval.js";
import { toolCallsRunTogether } from "./tool-calls-run-together.js";
import { toolChoiceIsHonoured } from "./tool-choice-is-honoured.js";
import { toolInputIsChecked } from "./tool-input-is-checked.js";
import { toolLoop } from "./tool-loop.js";
import { toolResultsAreTold } from "./tool-results-are-told.js";
import { unicodeSurvives } from "./unicode-survives.js";
import { usageIsHonest } from "./usage-is-honest.js";
import { embedWireRobustness } from "./wire/embed-robustness.js";
import { wireRobustness } from "./wire/index.js";

/** What an LLM is judged by, in order. */
export const llmCases: readonly Case<LLM>[] = [
  enabled,
  identity,
  generateCase,
  rejectsEmptyConversation,
  rejectsUnknownRole,
  rejectsEmptySchema,
  rejectsMalformedAttachment,
  attachmentSizeIsGuarded,
  streamCase,
  streamCloseIsIdempotent,
  streamCloseBeforeDrain,
  capabilitiesAreHonest,
  structuredOutputIsJSON,
  toolLoop,
  toolApproval,
  perRequestModel,
  cancelledContext,
  rejectsUnpairedToolResults,
  rejectsInvalidTools,
  rejectsInvalidNumbers,
  rejectsUnsafeValues,
  nothingIsDropped,
  requestIsTheCallersOwn,
  responseIsWhole,
  unicodeSurvives,
  usageIsHonest,
  finishReasonIsWhatHappened,
  streamAndGenerateAgree,
  streamResponseAtAnyTime,
  streamClosesInEveryState,
  streamRunsTools,
  toolResultsAreTold,
  toolInputIsChecked,
  toolCallsRunTogether,
  toolChoiceIsHonoured,
  stepCapIsExact,
  approvalIsAskedForEachCall,
  schemaArrivesWhole,
  conversationResumes,
  tokenCountIsExact,
  errorsAreMapped,
  errorsTellNoSecret,
  retriesAreBounded,
  timeoutsAreTold,
  cancellationIsComplete,
  callsDoNotMix,
  callsLeaveNothingBehind,
  ...wireRobustness,
];

/** What an embedder is judged by, in order. */
export const embedderCases: readonly Case<Embedder>[] = [
  embedIdentity,
  embedReturnsOneVectorPerText,
  embedRejectsInvalidRequests,
  embedHonoursDimensionsOrRefuses,
  embedHonoursTaskOrRefuses,
  embedSplitsLargeBatches,
  embedHonoursCancelledContext,
  embedRequestIsNotMutated,
  embedCloseRefusesNewCalls,
  embedTextsArriveWhole,
  embedUsageIsHonest,
  embedOptionsArrive,
  embedPerRequestModel,
  embedErrorsAreMapped,
  embedRetriesAreBounded,
  embedCallsDoNotMix,
  ...embedWireRobustness,
];
