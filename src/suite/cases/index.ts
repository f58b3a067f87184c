import type { Embedder, LLM } from "../../contract/index.js";
import type { Case } from "../case.js";
import { attachmentSizeIsGuarded } from "./attachment-size-is-guarded.js";
import { cancelledContext } from "./cancelled-context.js";
import { capabilitiesAreHonest } from "./capabilities-are-honest.js";
import { embedIdentity, embedRequestIsNotMutated, embedReturnsOneVectorPerText } from "./embed-basics.js";
import {
  embedCloseRefusesNewCalls,
  embedHonoursCancelledContext,
  embedRejectsInvalidRequests,
} from "./embed-refusals.js";
import {
  embedHonoursDimensionsOrRefuses,
  embedHonoursTaskOrRefuses,
  embedSplitsLargeBatches,
} from "./embed-settings.js";
import { enabled } from "./enabled.js";
import { generateCase } from "./generate.js";
import { identity } from "./identity.js";
import { perRequestModel } from "./per-request-model.js";
import { rejectsEmptyConversation } from "./rejects-empty-conversation.js";
import { rejectsEmptySchema } from "./rejects-empty-schema.js";
import { rejectsMalformedAttachment } from "./rejects-malformed-attachment.js";
import { rejectsUnknownRole } from "./rejects-unknown-role.js";
import { streamCase } from "./stream.js";
import { streamCloseBeforeDrain } from "./stream-close-before-drain.js";
import { streamCloseIsIdempotent } from "./stream-close-is-idempotent.js";
import { structuredOutputIsJSON } from "./structured-output-is-json.js";
import { toolApproval } from "./tool-approval.js";
import { toolLoop } from "./tool-loop.js";

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
];
