export { google, googleDriver } from "./driver.js";
export { googleEmbedder, googleEmbedderDriver } from "./embedder.js";
export type { GoogleOptions } from "./options.js";
