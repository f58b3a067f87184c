import type { LLMErrorCode } from "../contract/index.js";

const timeouts = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const breaks =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+|ERR_(?:SSL|TLS)\w*|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|ConnectionRefused|ConnectionClosed)$/;
/** What undici says of a body that was cut, and Google's older SDK in its place. */
const cutShort = /^terminated$|error reading from the stream$/i;
/** What `fetch` says, also where a library quotes it and drops the cause. */
const failed = /(?:^|: )fetch failed$/;

/**
 * What the network did, if that is what an error or one of its causes tells: by the codes of Node and undici, and the
 * messages of `fetch`.
 * @param begun whether the reply had begun: a connection that breaks then has cut it
 */
export function connectionFailure(thrown: unknown, begun: boolean): LLMErrorCode | undefined {
  const broken = begun ? "LLM_STREAM_INTERRUPTED" : "LLM_NETWORK_ERROR";
  const seen = new Set<unknown>();
  for (let error = thrown; typeof error === "object" && error !== null && !seen.has(error); ) {
    seen.add(error);
    const { code, name, message, cause } = error as Readonly<Record<string, unknown>>;
    const said = typeof message === "string" ? message : "";
    // Nobody here has aborted it, or nobody would ask: the client's own time was up.
    const isTimeout = name === "TimeoutError" || name === "AbortError" || said === "Request timed out.";
    if (isTimeout || (typeof code === "string" && timeouts.test(code))) return "LLM_TIMEOUT";
    if (cutShort.test(said)) return "LLM_STREAM_INTERRUPTED";
    if ((typeof code === "string" && breaks.test(code)) || (failed.test(said) && cause === undefined)) return broken;
    error = cause;
  }
  return undefined;
}
