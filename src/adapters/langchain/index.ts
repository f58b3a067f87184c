export type {
  LangChainChatModel,
  LangChainEmbeddings,
  LangChainModelSource,
  LangChainRunnable,
  LangChainSettings,
} from "./chat-model.js";
export { type FromLangChainOptions, fromLangChain, langChainDriver } from "./driver.js";
export {
  type FromLangChainEmbeddingsOptions,
  fromLangChainEmbeddings,
  type LangChainEmbeddingSettings,
  langChainEmbedderDriver,
} from "./embedder.js";
