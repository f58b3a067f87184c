export { createTransport } from "./create-transport.js";
export type { FetchLike } from "./fetch-transport.js";
export { letGo, readText } from "./read-text.js";
export type {
  Transport,
  TransportOptions,
  TransportRequest,
  TransportResponse,
} from "./transport.js";
