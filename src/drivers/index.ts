export { type GoogleOptions, google, googleDriver, googleEmbedder, googleEmbedderDriver } from "./google/index.js";
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
