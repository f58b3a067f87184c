import { isObject } from "../../contract/index.js";
import { isFailure, isPresent } from "./error-object.js";

type Loose = Readonly<Record<string, unknown>>;

/** What an error says, wherever its server puts it. */
export interface ErrorBody {
  readonly message: string;
  /** Codes, types and the message, lower-case, to search in. */
  readonly searchable: string;
  /** The words of `code`, `type` and `status`, lower-case. */
  readonly labels: readonly string[];
  /** The field of the request that is to blame. */
  readonly param?: string | undefined;
  /** The HTTP status that it names. */
  readonly status?: number | undefined;
  /** The object that holds the details. */
  readonly object: Loose;
  /** The object around that, or the same. */
  readonly outer: Loose;
}

/** Longer than any explanation; a reply may be megabytes long. */
const maxMessage = 20_000;

/**
 * Reads an error: `{ error: { message, type, code, param } }`, a string in its place, a bare `message` or `detail`, a
 * list of any of them, or text. https://github.com/openai-php/client/pull/624
 */
export function readErrorBody(body: unknown): ErrorBody {
  const first = Array.isArray(body) ? body[0] : body;
  const outer: Loose = isObject(first) ? first : {};
  const error = isObject(first) ? inner(first) : first;
  const object: Loose = isObject(error) ? error : outer;
  const holders = [object, outer];
  const message = (typeof error === "string" ? error : (firstText(holders) ?? "")).slice(0, maxMessage);
  // A router quotes what the provider behind it said.
  const quoted = isObject(object.metadata) && typeof object.metadata.raw === "string" ? object.metadata.raw : "";
  // The outer `type` of an envelope says only that this is an error.
  const labels = holders
    .flatMap(({ code, type, status }) => [code, type, status])
    .filter((label) => typeof label === "string")
    .map((label) => (label as string).slice(0, maxMessage).toLowerCase());
  const param = holders.map((holder) => holder.param).find((value) => typeof value === "string" && value !== "");
  const status = holders
    .flatMap((holder) => [holder.status, holder.code, holder.status_code, holder.error_code, holder.error])
    .map(httpStatus);
  return {
    message: quoted && !message.includes(quoted) ? `${message} (${quoted})` : message,
    searchable: [...labels, message, quoted.slice(0, maxMessage)].join("\n").toLowerCase(),
    labels,
    param: param as string | undefined,
    status: status.find((value) => value !== undefined),
    object,
    outer,
  };
}

/** The part of an envelope that is the error. */
function inner(outer: Loose): unknown {
  const { error, errors, fault, base_resp: base } = outer;
  if (isObject(error) && isPresent(error.error) && !error.message) return error.error;
  if ((isObject(error) || typeof error === "string") && isPresent(error)) return error;
  const choices: readonly unknown[] = Array.isArray(outer.choices) ? outer.choices : [];
  const failed = choices.find((choice) => isObject(choice) && isPresent(choice.error));
  if (isObject(failed)) return failed.error;
  if (Array.isArray(errors) && isPresent(errors[0])) return errors[0];
  if (isObject(errors) && isPresent(errors)) return errors;
  if (isObject(fault)) return fault;
  return isObject(base) && isFailure(base.status_code) ? base : outer;
}

/** Where the explanation stands. `faultstring`: https://docs.apigee.com/api-platform/fundamentals/fault-handling */
const textFields = [
  ...["message", "detail", "msg", "error_msg", "error_message", "errorMessage", "err_msg", "status_msg"],
  ...["faultstring", "error", "errors", "reason"],
];

function firstText(holders: readonly Loose[]): string | undefined {
  for (const holder of holders) {
    for (const value of textFields.map((field) => holder[field])) {
      if (typeof value === "string" && value !== "") return value;
      // A list of what is wrong, one entry a field, as FastAPI servers send it.
      if (Array.isArray(value) && value.length > 0) return value.slice(0, 20).map(misfit).join("; ");
    }
    if (isObject(holder.message)) return firstText([holder.message]);
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
