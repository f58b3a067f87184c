import { isObject } from "../../contract/index.js";

type Loose = Readonly<Record<string, unknown>>;

/**
 * Whether something that came with a 2xx is an error, in any of the forms in which servers and gateways send one there:
 * https://github.com/BerriAI/litellm/issues/40578
 * @param event the name of the server-sent event
 * @param isAnswer whether it holds a part of an answer; then only what is an error beyond doubt counts
 */
export function isErrorObject(chunk: Loose, event: string | undefined, isAnswer: boolean): boolean {
  if (isPresent(chunk.error) || isPresent(chunk.fault)) return true;
  if (event === "error" || chunk.object === "error" || chunk.type === "error") return true;
  // A status that every reply has, 0 where all is well: https://platform.minimax.io/docs/api-reference/text-post
  if (isObject(chunk.base_resp) && isFailure(chunk.base_resp.status_code)) return true;
  const choices: readonly unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
  if (choices.some((choice) => isObject(choice) && (isPresent(choice.error) || choice.finish_reason === "error"))) {
    return true;
  }
  if (isAnswer) return false;
  if (failureCodes.some((field) => isFailure(chunk[field])) || isFailedStatus(chunk)) return true;
  if (saysSuccess(chunk)) return false;
  return explanations.some((field) => typeof chunk[field] === "string" && chunk[field] !== "") || hasList(chunk);
}

/**
 * Whether something that is no part of an answer looks as if it told of a failure. Alone it proves nothing, as servers
 * put all kinds of notes into a stream; behind half an answer that has no finish reason it is why there is no more.
 */
export function isSuspicious(chunk: Loose): boolean {
  return !saysSuccess(chunk) && Object.keys(chunk).some((key) => tellsOfFailure.test(key) && isPresent(chunk[key]));
}

/** The last word of a field's name. */
const tellsOfFailure =
  /(?:^|_)(?:err|errors?|failed|failure|fault|exception|code|status|msg)$|(?:Error|Failure|Code|Status|Msg)$|^reason$/;

/** Where an explanation stands that nothing else would have. */
const explanations = [
  ...["message", "msg", "detail", "errors", "error_msg", "error_message", "errorMessage", "err_msg", "errmsg"],
];

/** What is wrong as a list or an object, as FastAPI and GraphQL servers send it. */
function hasList({ detail, errors }: Loose): boolean {
  return isPresent(detail) || isPresent(errors);
}

/** Codes that only an error has, unless they are 0. */
const failureCodes = ["error_code", "errorCode", "err_code", "errcode"];

const fine: ReadonlySet<unknown> = new Set([
  ...[0, 200, "0", "200", "ok", "success", "succeeded", "complete", "completed", "done", "finished", "stop"],
  ...["queued", "in_progress", "processing", "running"],
]);

function saysSuccess({ code, status, status_code, success }: Loose): boolean {
  return success === true || [code, status, status_code].some((value) => fine.has(lower(value)));
}

function isFailedStatus({ code, status, status_code, success }: Loose): boolean {
  if (success === false) return true;
  return [code, status, status_code].some(
    (value) => /^(?:error|err|fail|failed|failure)$/.test(String(lower(value))) || Number(value) >= 400,
  );
}

/** Whether a code is there and not one that stands for success. */
export function isFailure(code: unknown): boolean {
  return (typeof code === "number" || (typeof code === "string" && code !== "")) && !fine.has(lower(code));
}

function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** Whether a field says anything: not null, `false`, 0, and not empty. */
export function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}
