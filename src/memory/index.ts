export { bagOfWords, cosineSimilarity } from "./bag-of-words.js";
export { countInputTokens, countTextTokens } from "./count-usage.js";
export type { MemoryTurn } from "./memory-driver.js";
export {
  embeddedRequests,
  embeddedTexts,
  type MemoryEmbedding,
  memoryEmbedder,
  memoryEmbeddingArrived,
  memoryEmbeddings,
} from "./memory-embedder.js";
export {
  createMemoryLLM,
  llmCalls,
  type MemoryLLMOptions,
  memoryLLM,
  memoryTurnArrived,
  memoryTurns,
  queueLLMReply,
  resetLLM,
} from "./memory-llm.js";
export { memoryToolCall } from "./memory-tool-call.js";
export { createPlayer, type PlayedReply, type Player } from "./player.js";
