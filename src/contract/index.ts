export { type Capabilities, type Capability, capabilityNames } from "./capabilities.js";
export { copyJSON, isLarge } from "./copy-json.js";
export { hiddenCredential, namesCredential, pathWithoutCredentials } from "./credential-names.js";
export type { Driver, Turn, TurnContext, TurnEvent, TurnRequest, TurnToolCall } from "./driver.js";
export {
  type EmbedBatch,
  type Embedder,
  type EmbedderDriver,
  type EmbedRequest,
  type EmbedResponse,
  type EmbedTask,
  type EmbedUsage,
  embedTasks,
  innermostEmbedderDriver,
} from "./embedder.js";
export { type LLMErrorCode, llmErrorCodes } from "./error-codes.js";
export { isLLMError, LLMError, type LLMErrorDetails, unsupported } from "./errors.js";
export type { JSONSchema, JSONValue } from "./json.js";
export { pointerTokens } from "./json-pointer.js";
export { innermostDriver, type LLM, type LLMStream, type StreamEvent } from "./llm.js";
export type {
  AssistantMessage,
  AttachmentPart,
  Content,
  Message,
  MessageToolCall,
  Part,
  TextPart,
  ToolMessage,
  ToolResult,
  UserMessage,
} from "./messages.js";
export { nearest } from "./nearest.js";
export { redact } from "./redact.js";
export { isObject } from "./refuse.js";
export type { CallOptions, LLMRequest, OutputSchema, ReasoningEffort, Timeouts } from "./request.js";
export type { FinishReason, LLMResponse, Source, Usage } from "./response.js";
export type { Reply, Script, ScriptedError, ScriptedReply, ScriptedToolCall } from "./script.js";
export {
  type Approval,
  type Approve,
  isLocalTool,
  type LocalTool,
  type ProviderTool,
  type Tool,
  type ToolCall,
  type ToolChoice,
  type ToolContext,
} from "./tools.js";
export { validateEmbedRequest } from "./validate-embed.js";
export { maxAttachmentBytes } from "./validate-messages.js";
export { validateRequest } from "./validate-request.js";
