import { isObject, redact } from "../contract/index.js";
import { type FailureKind, ToolFailure } from "./tool-failure.js";

/** Whatever a handler threw, as the failure that it is. Its message is redacted; never throws. */
export function toFailure(thrown: unknown): ToolFailure {
  try {
    if (thrown instanceof ToolFailure) return thrown;
    const error = isObject(thrown) ? thrown : { message: String(thrown) };
    return new ToolFailure(kindOf(error), redact(String(error.message ?? "unknown failure")));
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return new ToolFailure("internal", "unknown failure");
  }
}

/** Of Node's sockets and DNS. https://nodejs.org/api/errors.html#common-system-errors */
const unreachable =
  /^(?:ECONN|ENOTFOUND|EAI_|EPIPE|EHOST|ENET|UND_ERR_(?:SOCKET|CONNECT))|_(?:NETWORK_ERROR|DISABLED|PROVIDER_ERROR)$/;
const tooSlow = /^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT)$|_TIMEOUT$/;

function kindOf(error: Readonly<Record<string, unknown>>): FailureKind {
  const inner = isObject(error.cause) ? error.cause : {};
  const code = String(error.code ?? inner.code ?? "");
  const status = Number(error.status ?? error.statusCode);
  if (status === 429) return "rate_limited";
  if (error.name === "TimeoutError" || tooSlow.test(code) || status === 408 || status === 504) return "timeout";
  const isGone = error.name === "TypeError" && error.message === "fetch failed";
  return isGone || unreachable.test(code) || status === 502 || status === 503 ? "unavailable" : "internal";
}
