export { openAICompatible, openAICompatibleDriver } from "./driver.js";
export { openAICompatibleEmbedder, openAICompatibleEmbedderDriver } from "./embedder.js";
export type { Endpoint } from "./endpoint.js";
export type { OpenAICompatibleOptions } from "./options.js";
export { type Preset, presets } from "./presets.js";
