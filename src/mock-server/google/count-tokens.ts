import { countInputTokens } from "../../memory/index.js";
import { checkContents } from "./check-contents.js";
import { checkMessage } from "./check-generate.js";
import { collectComplaints } from "./complaints.js";
import type { GenerateBody } from "./generate-body.js";
import { readGenerate } from "./read-generate.js";
import { refuse } from "./refusal.js";

/** https://ai.google.dev/api/tokens */
export interface CountTokensBody {
  readonly contents?: GenerateBody["contents"];
  readonly generateContentRequest?: Partial<GenerateBody> & { readonly model?: string };
}

/** @throws Refusal with the provider's own message */
export function checkCountTokens({ contents, generateContentRequest: request }: CountTokensBody): void {
  // https://github.com/zed-industries/zed/issues/17343
  if (!request && !contents) refuse("CountTokens requires generate_content_request or contents to be set.");
  if (request && contents) refuse("CountTokens takes either generate_content_request or contents, not both.");
  collectComplaints(`CountTokensRequest${request ? ".generate_content_request" : ""}`, (complain) => {
    if (!request) return checkContents(contents, complain);
    checkMessage(request, complain);
    // https://github.com/googleapis/python-genai/issues/432
    if (!request.model) complain("model", "model is not specified");
  });
}

export const readCountTokens = ({ contents = [], generateContentRequest }: CountTokensBody, model: string) =>
  readGenerate({ contents, ...generateContentRequest }, model);

export function writeCountTokens(turn: ReturnType<typeof readCountTokens>): object {
  const tokens = countInputTokens(turn);
  return { totalTokens: tokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }] };
}
