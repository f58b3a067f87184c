import { checkAbilities, checkConfig } from "./check-config.js";
import { checkContents, checkSystemInstruction } from "./check-contents.js";
import { checkTools, checkToolUse } from "./check-tools.js";
import { checkTurns } from "./check-turns.js";
import { type Complain, collectComplaints } from "./complaints.js";
import type { GenerateBody } from "./generate-body.js";
import { joinContents } from "./join-contents.js";
import { modelGeneration } from "./model-generation.js";
import { Refusal } from "./refusal.js";

/**
 * Checks a request that decoded well as strictly as the Gemini API does.
 * @returns it with one content a turn
 * @throws Refusal with the provider's own message and status
 */
export function checkGenerate(body: Partial<GenerateBody>, model: string): GenerateBody {
  collectComplaints("GenerateContentRequest", (complain) => checkMessage(body, complain));
  const checked: GenerateBody = { ...body, contents: joinContents(body.contents ?? []) };
  // A cache would have to have been filled, for which a script has no place.
  if (checked.cachedContent !== undefined)
    throw new Refusal({
      code: 403,
      message: "CachedContent not found (or permission denied)",
      status: "PERMISSION_DENIED",
    });
  checkToolUse(checked, modelGeneration(model));
  checkAbilities(checked, model);
  checkTurns(checked.contents);
  return checked;
}

/** What can be said of each field alone. */
export function checkMessage(body: Partial<GenerateBody>, complain: Complain): void {
  checkContents(body.contents, complain);
  if (body.systemInstruction) checkSystemInstruction(body.systemInstruction, complain);
  checkTools(body.tools ?? [], complain);
  if (body.generationConfig) checkConfig(body.generationConfig, complain);
}
