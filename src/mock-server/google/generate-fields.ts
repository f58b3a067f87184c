import { content } from "./content-fields.js";
import { anything, flag, float, int32, listOf, mapOf, message, oneOf, struct, text } from "./fields.js";
import { schema, tool, toolConfig } from "./tool-fields.js";

const thinkingConfig = message("ThinkingConfig", () => ({
  includeThoughts: flag,
  thinkingBudget: int32,
  thinkingLevel: oneOf(
    "ThinkingConfig.ThinkingLevel",
    "THINKING_LEVEL_UNSPECIFIED",
    "MINIMAL",
    "LOW",
    "MEDIUM",
    "HIGH",
  ),
}));

/** https://ai.google.dev/api/generate-content#generationconfig */
const generationConfig = message("GenerationConfig", () => ({
  candidateCount: int32,
  stopSequences: listOf(text),
  maxOutputTokens: int32,
  temperature: float,
  topP: float,
  topK: int32,
  seed: int32,
  presencePenalty: float,
  frequencyPenalty: float,
  responseMimeType: text,
  responseSchema: schema,
  responseJsonSchema: struct,
  responseLogprobs: flag,
  logprobs: int32,
  responseModalities: listOf(oneOf("GenerationConfig.Modality", "MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO")),
  thinkingConfig,
  speechConfig: anything,
  imageConfig: anything,
  mediaResolution: text,
  enableEnhancedCivicAnswers: flag,
}));

const categories = [
  "UNSPECIFIED",
  "HARASSMENT",
  "HATE_SPEECH",
  "SEXUALLY_EXPLICIT",
  "DANGEROUS_CONTENT",
  "CIVIC_INTEGRITY",
];
const thresholds = [
  "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
  "BLOCK_LOW_AND_ABOVE",
  "BLOCK_MEDIUM_AND_ABOVE",
  "BLOCK_ONLY_HIGH",
];

const safetySetting = message("SafetySetting", () => ({
  category: oneOf("HarmCategory", ...categories.map((name) => `HARM_CATEGORY_${name}`)),
  threshold: oneOf("SafetySetting.HarmBlockThreshold", ...thresholds, "BLOCK_NONE", "OFF"),
}));

/** https://ai.google.dev/api/generate-content, as of `@google/genai` 2.32 */
export const generateContentRequest = message("GenerateContentRequest", () => ({
  model: text,
  contents: listOf(content),
  systemInstruction: content,
  tools: listOf(tool),
  toolConfig,
  safetySettings: listOf(safetySetting),
  generationConfig,
  cachedContent: text,
  labels: mapOf(text),
  serviceTier: text,
  store: flag,
}));

/** https://ai.google.dev/api/tokens */
export const countTokensRequest = message("CountTokensRequest", () => ({
  model: text,
  contents: listOf(content),
  generateContentRequest,
}));
