import { isObject, type Loose, type Refuse, refuseUnknown } from "./refuse.js";

/** The most that all inline attachments of a request may weigh together once decoded, in bytes. */
export const maxAttachmentBytes = 15 * 1024 * 1024;

/** Checks the list of messages: roles, parts, attachments, and that calls and results are paired. */
export function validateMessages(messages: unknown, refuse: Refuse): void {
  if (!Array.isArray(messages) || messages.length === 0) refuse("messages", "must be a list of at least one message");
  let attachmentBytes = 0;
  /** Calls of the latest assistant message that have no result yet, by id, with their place. */
  let open = new Map<string, string>();

  const expectAnswered = () => {
    for (const [id, place] of open) refuse(place, `the call "${id}" has no result; append a tool message with it`);
  };

  messages.forEach((message: unknown, i) => {
    const place = `messages[${i}]`;
    if (!isObject(message)) refuse(place, "must be an object with a role");
    if (message.role !== "tool") expectAnswered();
    switch (message.role) {
      case "user":
        refuseUnknown(message, ["role", "content"], place, refuse);
        attachmentBytes += validateContent(message.content, `${place}.content`, refuse);
        break;
      case "assistant":
        refuseUnknown(message, ["role", "content", "reasoning", "toolCalls", "providerState"], place, refuse);
        attachmentBytes += validateContent(message.content, `${place}.content`, refuse);
        open = validateCalls(message, place, refuse);
        break;
      case "tool":
        refuseUnknown(message, ["role", "results"], place, refuse);
        validateResults(message, place, open, refuse);
        break;
      default:
        refuse(
          `${place}.role`,
          "must be user, assistant or tool; the system text goes into the request's field system",
        );
    }
  });
  expectAnswered();
  if (attachmentBytes > maxAttachmentBytes) {
    const mebibytes = (attachmentBytes / 1024 / 1024).toFixed(1);
    refuse(
      "messages",
      `the attachments are ${mebibytes} MiB together, over the limit of 15 MiB`,
      "LLM_ATTACHMENT_TOO_LARGE",
    );
  }
}

/** @returns the decoded size of its inline attachments, in bytes */
function validateContent(content: unknown, place: string, refuse: Refuse): number {
  if (typeof content === "string") return 0;
  if (!Array.isArray(content)) return refuse(place, "must be a string or a list of parts");
  return content.reduce((bytes: number, part: unknown, i) => bytes + validatePart(part, `${place}[${i}]`, refuse), 0);
}

function validatePart(part: unknown, place: string, refuse: Refuse): number {
  if (!isObject(part) || typeof part.type !== "string") return refuse(place, "must be a part with a type");
  if (part.type === "text") {
    refuseUnknown(part, ["type", "text"], place, refuse);
    if (typeof part.text !== "string") refuse(`${place}.text`, "must be a string");
    return 0;
  }
  if (part.type !== "image" && part.type !== "file") return refuse(`${place}.type`, "must be text, image or file");
  return validateAttachment(part, place, refuse);
}

function validateAttachment(part: Loose, place: string, refuse: Refuse): number {
  refuseUnknown(part, ["type", "data", "url", "mediaType", "filename", "detail"], place, refuse);
  const { data, url, mediaType, filename, detail } = part;
  if ((data === undefined) === (url === undefined)) refuse(place, "must have either data or url");
  if (url !== undefined && (typeof url !== "string" || url === ""))
    refuse(`${place}.url`, "must be a string that is not empty");
  if (data !== undefined && (typeof data !== "string" || data === ""))
    refuse(`${place}.data`, "must be base64 that is not empty");
  if (data !== undefined && mediaType === undefined) refuse(`${place}.mediaType`, "is required with data");
  if (mediaType !== undefined && (typeof mediaType !== "string" || !mediaType.includes("/"))) {
    refuse(`${place}.mediaType`, "must be a media type such as image/png");
  }
  if (filename !== undefined && typeof filename !== "string") refuse(`${place}.filename`, "must be a string");
  if (detail !== undefined && detail !== "low" && detail !== "high" && detail !== "auto") {
    refuse(`${place}.detail`, "must be low, high or auto");
  }
  return typeof data === "string" ? decodedSize(data) : 0;
}

function decodedSize(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

/** @returns the calls by id, with the place of each */
function validateCalls(message: Loose, place: string, refuse: Refuse): Map<string, string> {
  const open = new Map<string, string>();
  if (message.reasoning !== undefined && typeof message.reasoning !== "string")
    refuse(`${place}.reasoning`, "must be a string");
  const calls = message.toolCalls;
  if (calls === undefined) return open;
  if (!Array.isArray(calls)) refuse(`${place}.toolCalls`, "must be a list of calls");
  calls.forEach((call: unknown, i) => {
    const at = `${place}.toolCalls[${i}]`;
    if (!isObject(call) || typeof call.id !== "string" || call.id === "") refuse(at, "must be a call with an id");
    // A call of a response, with what became of it, may stand here too.
    refuseUnknown(call, ["id", "name", "input", "outcome", "output", "invalidInput"], at, refuse);
    if (typeof call.name !== "string" || call.name === "") refuse(`${at}.name`, "must be a string that is not empty");
    if (call.input === undefined) refuse(`${at}.input`, "is missing");
    if (open.has(call.id)) refuse(`${at}.id`, `"${call.id}" stands twice in this message`);
    open.set(call.id, at);
  });
  return open;
}

function validateResults(message: Loose, place: string, open: Map<string, string>, refuse: Refuse): void {
  const results = message.results;
  if (!Array.isArray(results) || results.length === 0)
    refuse(`${place}.results`, "must be a list of at least one result");
  results.forEach((result: unknown, i) => {
    const at = `${place}.results[${i}]`;
    if (!isObject(result) || typeof result.id !== "string") refuse(at, "must be a result with the id of its call");
    refuseUnknown(result, ["id", "name", "output", "isError"], at, refuse);
    if (typeof result.name !== "string" || result.name === "") refuse(`${at}.name`, "must be the tool's name");
    if (result.output === undefined) refuse(`${at}.output`, 'is missing; use "" for nothing');
    if (result.isError !== undefined && typeof result.isError !== "boolean")
      refuse(`${at}.isError`, "must be a boolean");
    if (!open.delete(result.id)) refuse(at, `there is no open call "${result.id}" in the assistant message before it`);
  });
}
