export { type ErrorBody, readErrorBody } from "./error-body.js";
export { type ErrorKind, kindOf } from "./error-kind.js";
export { isErrorObject, isSuspicious } from "./error-object.js";
export { googleKindOf } from "./google-error-kind.js";
export { readRetryAfter } from "./retry-after.js";
