import { isObject, LLMError, type LLMErrorCode, redact } from "../contract/index.js";
import { googleKindOf, readErrorBody, readRetryAfter } from "../generation/index.js";

/** What a library tells of a call that its provider refused, or failed. */
export interface ProviderFailure {
  /** The HTTP status, where there was a reply. */
  readonly status?: number | undefined;
  /** Of the reply: a record with names in lower case, or a `Headers`. */
  readonly headers?: unknown;
  /** Of the reply: what it parsed to, or its text. */
  readonly body?: unknown;
  /** What the library says of it, where the reply says nothing. */
  readonly message?: string | undefined;
}

/** Whose failure it was. */
export interface Blamed {
  readonly provider: string;
  readonly model: string;
  /** What must not stand in its error; a model keeps its key to itself, and a provider may quote it. */
  readonly secrets?: readonly string[] | undefined;
}

/** Sorts a failure into the contract's table, as our own drivers do. */
export function failureToError(failure: ProviderFailure, { provider, model, secrets = [] }: Blamed): LLMError {
  const { status, message = "" } = failure;
  const headers = recordOf(failure.headers);
  const given = readErrorBody(typeof failure.body === "string" ? parsed(failure.body) : failure.body);
  const body = given.message === "" ? readErrorBody({ ...given.object, message }) : given;
  const retryAfterMs = readRetryAfter(headers, body);
  // Google's reading is that of all others, and looks into its `details` before.
  const kind = googleKindOf(status ?? body.status, body, retryAfterMs !== undefined);
  const happened = status === undefined ? "reported an error" : `answered ${status}`;
  const said = redact(body.message, formsOf(secrets), 200) || "it gave no reason";
  return new LLMError(
    kind.code,
    kind.feature === undefined
      ? `${provider} ${happened}: ${said}`
      : `${provider} does not support ${kind.feature} (it ${happened}: ${said})`,
    { status: kind.status, retryAfterMs, provider, model, requestId: requestIdIn(headers, secrets) },
  );
}

/** The error for what a library threw that tells of no reply. */
export function told(code: LLMErrorCode, thrown: object, { provider, model, secrets = [] }: Blamed): LLMError {
  const { name, message, stack } = thrown as {
    readonly name?: unknown;
    readonly message?: unknown;
    readonly stack?: unknown;
  };
  const said = redact(String(message ?? ""), formsOf(secrets));
  return new LLMError(code, `${provider}: ${said}`, { provider, model, cause: { name, message: said, stack } });
}

/** As it is, as in an address, and as in JSON. */
function formsOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    const inJSON = JSON.stringify(secret).slice(1, -1);
    return [secret, encodeURIComponent(secret), inJSON, inJSON.replaceAll("/", "\\/")];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page or a line of prose: it is redacted before it is shown.
    return text;
  }
}

type Headers = Readonly<Record<string, string>>;

function recordOf(headers: unknown): Headers {
  if (!isObject(headers)) return {};
  const record: Record<string, string> = {};
  const add = (value: unknown, name: string) => {
    if (typeof value === "string") record[name.toLowerCase()] = value;
  };
  // A `Headers` has no properties of its own.
  if (typeof headers.forEach === "function") headers.forEach(add);
  else for (const [name, value] of Object.entries(headers)) add(value, name);
  return record;
}

function requestIdIn(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = headers["x-request-id"] ?? headers["request-id"];
  return id === undefined ? undefined : redact(id, formsOf(secrets), 200);
}
