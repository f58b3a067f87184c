import type { Complain } from "./complaints.js";
import { partKinds } from "./content-fields.js";
import type { WireContent, WirePart } from "./generate-body.js";

/** What each content holds, without regard to the others. */
export function checkContents(contents: readonly WireContent[] | undefined, complain: Complain): void {
  // https://github.com/NousResearch/hermes-agent/pull/57942
  if (!contents?.length) complain("contents", "contents is not specified");
  contents?.forEach((content, i) => {
    checkContent(content, `contents[${i}]`, complain);
  });
}

export function checkContent({ parts = [] }: WireContent, at: string, complain: Complain): void {
  // https://github.com/vercel/ai/issues/3775
  if (parts.length === 0) complain(`${at}.parts`, "contents.parts must not be empty.");
  parts.forEach((part, i) => {
    checkPart(part, `${at}.parts[${i}]`, complain);
  });
}

/** The instruction is text and nothing else: https://ai.google.dev/api/generate-content#request-body */
export function checkSystemInstruction(content: WireContent, complain: Complain): void {
  checkContent(content, "system_instruction", complain);
  content.parts?.forEach((part, i) => {
    if (part.text === undefined) complain(`system_instruction.parts[${i}]`, "only text is supported.");
  });
}

function checkPart(part: WirePart, at: string, complain: Complain): void {
  // https://github.com/boldsoftware/sketch/issues/68
  if (!partKinds.some((kind) => kind in part))
    complain(`${at}.data`, "required oneof field 'data' must have one initialized field");
  const { inlineData, fileData, functionCall, functionResponse } = part;
  if (inlineData) {
    if (!/^[^/\s]+\/[^/\s]+$/.test(inlineData.mimeType ?? ""))
      complain(`${at}.inline_data.mime_type`, "must be a MIME type.");
    if (!inlineData.data) complain(`${at}.inline_data.data`, "must not be empty.");
  }
  if (fileData && !fileData.fileUri) complain(`${at}.file_data.file_uri`, "must not be empty.");
  // https://github.com/router-for-me/CLIProxyAPI/pull/2103
  if (functionCall && !functionCall.name) complain(`${at}.function_call.name`, "Name cannot be empty.");
  if (functionResponse && !functionResponse.name) complain(`${at}.function_response.name`, "Name cannot be empty.");
  if (functionResponse && !functionResponse.response)
    complain(`${at}.function_response.response`, "response is not specified");
}
