export { createTransport } from "./create-transport.js";
export type { FetchLike } from "./fetch-transport.js";
export { letGo, readText } from "./read-text.js";
export {
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from "./transport.js";
