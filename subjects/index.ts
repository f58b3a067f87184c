import { aiSDKGoogle, aiSDKGoogleEmbedder } from "./ai-sdk-google.js";
import { aiSDKOpenAICompatible, aiSDKOpenAICompatibleEmbedder } from "./ai-sdk-openai-compatible.js";
import { googleGenAI } from "./google-genai.js";
import { langChainGoogle, langChainGoogleEmbeddings } from "./langchain-google-genai.js";
import { langChainOpenAI, langChainOpenAIEmbeddings } from "./langchain-openai.js";
import { openAI } from "./openai.js";
import type { Subject } from "./subject.js";

/** Every subject that is judged. */
export const subjects: readonly Subject[] = [
  aiSDKOpenAICompatible,
  langChainOpenAI,
  openAI,
  aiSDKGoogle,
  langChainGoogle,
  googleGenAI,
  aiSDKOpenAICompatibleEmbedder,
  langChainOpenAIEmbeddings,
  aiSDKGoogleEmbedder,
  langChainGoogleEmbeddings,
];
