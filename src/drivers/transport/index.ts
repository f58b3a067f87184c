export { createTransport } from "./create-transport.js";
export type { FetchLike } from "./fetch-transport.js";
export { letGo, readSome, readText } from "./read-text.js";
export {
  maxEmbeddingBytes,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from "./transport.js";
