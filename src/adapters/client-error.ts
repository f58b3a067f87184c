import { isLLMError, isObject } from "../contract/index.js";
import { connectionFailure } from "./broken-connection.js";
import { type Blamed, failureToError, told } from "./provider-failure.js";

/**
 * What a provider's own client threw, in the contract's words. Errors are known by their shape, which the SDKs of OpenAI,
 * Google and others share: `status`, `headers`, and what the reply said as `error` or `errorDetails`.
 * @param begun whether the reply had begun
 * @returns what is not recognised as it is; createLLM makes an LLMError of it
 */
export function clientErrorToLLMError(thrown: unknown, blamed: Blamed, begun: boolean): unknown {
  if (isLLMError(thrown) || !isObject(thrown)) return thrown;
  const { message } = thrown;
  const said = typeof message === "string" ? message : "";
  const { status, headers, error, errorDetails } = withStatus(thrown);
  const broken = connectionFailure(thrown, begun);
  if (broken) return told(broken, thrown, blamed);
  const hasStatus = typeof status === "number" && status >= 400;
  const body = isObject(error)
    ? error
    : Array.isArray(errorDetails)
      ? { message: said, details: errorDetails }
      : bodyIn(said);
  if (!hasStatus && body === undefined) return thrown;
  return failureToError({ ...(hasStatus && { status }), headers, body, message: said }, blamed);
}

/** The error that tells of a reply: this one, or the one that a library has wrapped in an error of its own. */
function withStatus(thrown: Loose): Loose {
  const seen = new Set<unknown>();
  for (let error: unknown = thrown; isObject(error) && !seen.has(error); error = error.cause) {
    seen.add(error);
    if (typeof error.status === "number") return error;
  }
  return thrown;
}

type Loose = Readonly<Record<string, unknown>>;

/** The reply that a message quotes: Google's SDK puts the whole of it there. */
function bodyIn(message: string): unknown {
  const start = message.indexOf("{");
  if (start < 0) return undefined;
  try {
    return JSON.parse(message.slice(start));
  } catch {
    return undefined;
  }
}
