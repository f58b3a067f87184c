export {
  type Endpoint,
  type OpenAICompatibleOptions,
  openAICompatible,
  openAICompatibleDriver,
  openAICompatibleEmbedder,
  openAICompatibleEmbedderDriver,
  type Preset,
  presets,
} from "./openai-compatible/index.js";
export type { FetchLike } from "./transport/index.js";
