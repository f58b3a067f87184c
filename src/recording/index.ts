export { createMatcher } from "./match.js";
export { protocolError } from "./protocol-error.js";
export { type Recording, readRecordings } from "./read-recording.js";
export { createRecordProxy, type PassedExchange, type RecordProxy } from "./record-proxy.js";
export { scrubPieces, scrubText } from "./scrub.js";
export { scrubbedRequest } from "./scrub-exchange.js";
