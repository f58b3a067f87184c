export type { ReasoningOptions } from "./call-options.js";
export { aiSDKDriver, type FromAISDKOptions, fromAISDK } from "./driver.js";
export { aiSDKEmbedderDriver, type FromAISDKEmbedderOptions, fromAISDKEmbedder } from "./embedder.js";
export type { AISDKCallOptions, AISDKEmbeddingModel, AISDKLanguageModel } from "./language-model.js";
export { type AISDKContent, type AISDKGenerated, type AISDKModel, type AISDKStreamPart, toAISDK } from "./to-ai-sdk.js";
export type { AISDKWarning } from "./to-request.js";
