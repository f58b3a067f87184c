import type { Embedder, LLM } from "../contract/index.js";
import { listMutants, type Mutant } from "./mutant.js";
import { answerMutants } from "./mutants/answers.js";
import { approvalMutants } from "./mutants/approvals.js";
import { betweenCallMutants } from "./mutants/between-calls.js";
import { cancellationMutants } from "./mutants/cancellations.js";
import { capabilityMutants } from "./mutants/capabilities.js";
import { deeperRefusalMutants } from "./mutants/deeper-refusals.js";
import { droppedMutants } from "./mutants/dropped.js";
import { embedderCallMutants } from "./mutants/embedder-calls.js";
import { embedderMutants as embedderTable } from "./mutants/embedders.js";
import { errorMutants } from "./mutants/errors.js";
import { loopMutants } from "./mutants/loops.js";
import { refusalMutants } from "./mutants/refusals.js";
import { requestMutants } from "./mutants/requests.js";
import { responseMutants } from "./mutants/responses.js";
import { resumeMutants } from "./mutants/resumes.js";
import { retryMutants } from "./mutants/retries.js";
import { schemaMutants } from "./mutants/schemas.js";
import { streamCloseMutants } from "./mutants/stream-closes.js";
import { streamStateMutants } from "./mutants/stream-states.js";
import { streamedAnswerMutants } from "./mutants/streamed-answers.js";
import { streamedRequestMutants } from "./mutants/streamed-requests.js";
import { streamMutants } from "./mutants/streams.js";
import { structuredOutputMutants } from "./mutants/structured-output.js";
import { toolCallMutants } from "./mutants/tool-calls.js";
import { toolResultMutants } from "./mutants/tool-results.js";
import { toolMutants } from "./mutants/tools.js";
import { usageMutants } from "./mutants/usage.js";
import { embedderWireMutants } from "./mutants/wire-embedders.js";
import { endingMutants } from "./mutants/wire-endings.js";
import { wireFieldMutants } from "./mutants/wire-fields.js";
import { framingMutants } from "./mutants/wire-framing.js";
import { googleWireMutants } from "./mutants/wire-google.js";
import { googleToldMutants } from "./mutants/wire-google-told.js";
import { openAIWireMutants } from "./mutants/wire-openai.js";
import { wireRefusalMutants } from "./mutants/wire-refusals.js";
import { wireToolCallMutants } from "./mutants/wire-tool-calls.js";

/** Every broken LLM. */
export const llmMutants: readonly Mutant<LLM>[] = listMutants(
  responseMutants,
  answerMutants,
  usageMutants,
  requestMutants,
  droppedMutants,
  refusalMutants,
  deeperRefusalMutants,
  streamMutants,
  streamCloseMutants,
  streamStateMutants,
  streamedRequestMutants,
  streamedAnswerMutants,
  capabilityMutants,
  structuredOutputMutants,
  schemaMutants,
  toolMutants,
  toolResultMutants,
  toolCallMutants,
  loopMutants,
  approvalMutants,
  resumeMutants,
  betweenCallMutants,
  cancellationMutants,
  errorMutants,
  retryMutants,
  googleWireMutants,
  googleToldMutants,
  framingMutants,
  endingMutants,
  wireToolCallMutants,
  openAIWireMutants,
  wireFieldMutants,
  wireRefusalMutants,
);

/** Every broken embedder. */
export const embedderMutants: readonly Mutant<Embedder>[] = listMutants(
  embedderTable,
  embedderCallMutants,
  embedderWireMutants,
);
