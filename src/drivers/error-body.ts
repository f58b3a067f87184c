import { isObject } from "../contract/index.js";

type Loose = Readonly<Record<string, unknown>>;

/** What an error says, wherever its server puts it. */
export interface ErrorBody {
  readonly message: string;
  /** Codes, types and the message, lower-case, to search in. */
  readonly searchable: string;
  /** The words of `code` and `type`, lower-case. */
  readonly labels: readonly string[];
  /** The field of the request that is to blame. */
  readonly param?: string | undefined;
  /** The HTTP status that it names. */
  readonly status?: number | undefined;
  /** The object that holds the details. */
  readonly object: Loose;
}

/**
 * Reads an error: `{ error: { message, type, code, param } }`, a string in its place, a bare `message` or `detail`, a
 * list of any of them, or text. https://github.com/openai-php/client/pull/624
 */
export function readErrorBody(body: unknown): ErrorBody {
  const outer = Array.isArray(body) ? body[0] : body;
  const error = isObject(outer) ? inner(outer) : outer;
  const object: Loose = isObject(error) ? error : isObject(outer) ? outer : {};
  const holders = [object, isObject(outer) ? outer : {}];
  const message = typeof error === "string" ? error : (firstText(holders) ?? "");
  // A router quotes what the provider behind it said.
  const quoted = isObject(object.metadata) && typeof object.metadata.raw === "string" ? object.metadata.raw : "";
  // The outer `type` of an envelope says only that this is an error.
  const labels = holders
    .flatMap(({ code, type, status }) => [code, type, status])
    .filter((label) => typeof label === "string")
    .map((label) => (label as string).toLowerCase());
  const param = holders.map((holder) => holder.param).find((value) => typeof value === "string");
  const status = holders.flatMap((holder) => [holder.status, holder.code, holder.status_code]).map(httpStatus);
  return {
    message: quoted && !message.includes(quoted) ? `${message} (${quoted})` : message,
    searchable: [...labels, message, quoted].join("\n").toLowerCase(),
    labels,
    ...(typeof param === "string" && param && { param }),
    status: status.find((value) => value !== undefined),
    object,
  };
}

/** Whether something that came with a 2xx is an error. https://github.com/BerriAI/litellm/issues/40578 */
export function isErrorObject(chunk: Loose, event: string | undefined): boolean {
  const choices: readonly unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
  if (isPresent(chunk.error) || event === "error" || chunk.object === "error" || chunk.type === "error") return true;
  if (choices.some((choice) => isObject(choice) && (isPresent(choice.error) || choice.finish_reason === "error"))) {
    return true;
  }
  if (Array.isArray(chunk.choices) || Array.isArray(chunk.data) || isObject(chunk.usage)) return false;
  return (
    typeof chunk.message === "string" ||
    isPresent(chunk.detail) ||
    (Array.isArray(chunk.errors) && isPresent(chunk.errors[0]))
  );
}

function inner(outer: Loose): unknown {
  if (isPresent(outer.error)) {
    return isObject(outer.error) && isPresent(outer.error.error) && !outer.error.message
      ? outer.error.error
      : outer.error;
  }
  const choices: readonly unknown[] = Array.isArray(outer.choices) ? outer.choices : [];
  const failed = choices.find((choice) => isObject(choice) && isPresent(choice.error));
  if (isObject(failed)) return failed.error;
  if (Array.isArray(outer.errors) && isPresent(outer.errors[0])) return outer.errors[0];
  return outer;
}

function isPresent(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  return isObject(value) ? Object.keys(value).length > 0 : Array.isArray(value) && value.length > 0;
}

function firstText(holders: readonly Loose[]): string | undefined {
  for (const { message, detail, msg, error } of holders) {
    for (const value of [message, detail, msg, error]) {
      if (typeof value === "string" && value !== "") return value;
      // A list of what is wrong, one entry a field, as FastAPI servers send it.
      if (Array.isArray(value) && value.length > 0) return value.map(misfit).join("; ");
    }
    if (isObject(message)) return firstText([message]);
  }
  return undefined;
}

function misfit(entry: unknown): string {
  if (!isObject(entry)) return String(entry);
  const place = Array.isArray(entry.loc) ? `${entry.loc.join(".")}: ` : "";
  return `${place}${String(entry.msg ?? entry.message ?? JSON.stringify(entry))}`;
}

function httpStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}
