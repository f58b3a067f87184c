import { behaviours } from "./behaviours.js";
import { embeddings } from "./embeddings.js";
import type { WireProtocol } from "./exchange.js";
import { framing } from "./framing.js";
import { delivery as googleDelivery } from "./google/delivery.js";
import { embeddings as googleEmbeddings } from "./google/embeddings.js";
import { endings as googleEndings } from "./google/endings.js";
import { envelope as googleEnvelope } from "./google/envelope.js";
import { errors as googleErrors } from "./google/errors.js";
import { history as googleHistory } from "./google/history.js";
import { promises as googlePromises } from "./google/promises.js";
import { reasoning as googleReasoning } from "./google/reasoning.js";
import { requests as googleRequests } from "./google/requests.js";
import { shapes as googleShapes } from "./google/shapes.js";
import { sources as googleSources } from "./google/sources.js";
import { toolCalls as googleToolCalls } from "./google/tool-calls.js";
import { usage as googleUsage } from "./google/usage.js";
import { afterTheEnd as openAIAfterTheEnd } from "./openai/after-the-end.js";
import { delivery as openAIDelivery } from "./openai/delivery.js";
import { embeddings as openAIEmbeddings } from "./openai/embeddings.js";
import { endings as openAIEndings } from "./openai/endings.js";
import { envelope as openAIEnvelope } from "./openai/envelope.js";
import { errors as openAIErrors } from "./openai/errors.js";
import { model as openAIModel } from "./openai/model.js";
import { parameters as openAIParameters } from "./openai/parameters.js";
import { reasoning as openAIReasoning } from "./openai/reasoning.js";
import { replyTypes as openAIReplyTypes } from "./openai/reply-types.js";
import { requests as openAIRequests } from "./openai/requests.js";
import { retries as openAIRetries } from "./openai/retries.js";
import { shapes as openAIShapes } from "./openai/shapes.js";
import { sources as openAISources } from "./openai/sources.js";
import { structuredOutput as openAIStructuredOutput } from "./openai/structured-output.js";
import { toolCalls as openAIToolCalls } from "./openai/tool-calls.js";
import { toolChoice as openAIToolChoice } from "./openai/tool-choice.js";
import { usage as openAIUsage } from "./openai/usage.js";
import { plainErrors } from "./plain-errors.js";
import type { Quirk, WireQuirk } from "./quirk.js";

/** Every quirk that is known. */
export const quirks: readonly Quirk[] = [
  framing,
  embeddings,
  googleDelivery,
  googleEmbeddings,
  googleEndings,
  googleEnvelope,
  googleErrors,
  googleHistory,
  googlePromises,
  googleReasoning,
  googleRequests,
  googleShapes,
  googleSources,
  googleToolCalls,
  googleUsage,
  openAIAfterTheEnd,
  openAIDelivery,
  openAIEmbeddings,
  openAIEndings,
  openAIEnvelope,
  openAIErrors,
  openAIModel,
  openAIParameters,
  openAIReasoning,
  openAIReplyTypes,
  openAIRequests,
  openAIRetries,
  openAIShapes,
  openAISources,
  openAIStructuredOutput,
  openAIToolCalls,
  openAIToolChoice,
  openAIUsage,
  plainErrors,
  behaviours,
].flat();

/** Those that a mock server of this protocol can put on its wire. */
export function wireQuirks(protocol: WireProtocol): readonly WireQuirk[] {
  return quirks.filter((quirk): quirk is WireQuirk => "inject" in quirk && quirk.protocols.includes(protocol));
}
