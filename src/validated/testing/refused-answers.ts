import type { Rejection } from "../output-validation-error.js";

/**
 * Checks of the suite in which the contract goes on with a malformed answer, which under validation is refused. On every
 * protocol.
 */
export const refusedAnswers: Readonly<Record<string, Rejection>> = {
  "ToolLoop/unknown-tool-goes-on": "tool_identity",
  "ToolLoop/unfit-input-never-runs": "tool_arguments",
  "ResponseIsWhole/fences-are-kept": "structured_output",
  "StreamRunsTools/unfit-input-never-runs": "tool_arguments",
  "ToolResultsAreTold/unknown-tool-is-told": "tool_identity",
  "ToolInputIsChecked/misfit-never-runs": "tool_arguments",
  "ToolInputIsChecked/model-learns-the-field": "tool_arguments",
  "ToolInputIsChecked/checked-before-approval": "tool_arguments",
  "ToolInputIsChecked/validator-has-the-last-word": "tool_arguments",
  "ToolInputIsChecked/other-calls-still-run": "tool_arguments",
  "ToolChoiceIsHonoured/none-is-for-all-steps": "tool_choice",
};

/** Where arguments come as text, which may be incomplete. */
export const incompleteArguments: Readonly<Record<string, Rejection>> = {
  "ToolLoop/broken-arguments-never-run": "tool_arguments",
  "ToolInputIsChecked/broken-arguments-are-not-asked": "tool_arguments",
  "ConversationResumes/broken-calls-can-be-sent": "tool_arguments",
};

/** On one wire only. */
export const refusedOnOpenAI: Readonly<Record<string, Rejection>> = {
  "OpenAIEndings/arguments-cut-by-the-limit": "tool_arguments",
  "OpenAIEndings/cut-arguments-under-the-label-tool-calls": "tool_arguments",
  "OpenAIToolCalls/call-that-was-forbidden": "tool_choice",
  "OpenAIStructuredOutput/json-in-a-code-fence": "structured_output",
  "OpenAIStructuredOutput/answer-that-breaks-its-schema": "structured_output",
};

export const refusedOnGoogle: Readonly<Record<string, Rejection>> = {
  "GoogleToolCalls/call-that-was-forbidden": "tool_choice",
  "GoogleStructuredOutput/json-in-a-code-fence": "structured_output",
  "GoogleStructuredOutput/answer-that-breaks-its-schema": "structured_output",
};
