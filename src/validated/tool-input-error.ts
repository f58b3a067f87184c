import { LLMError } from "../contract/index.js";
import type { FieldIssue } from "./field-issue.js";

/** Input that does not fit a tool's schema: `LLM_INVALID_REQUEST`. Its message names fields and rules, and no value. */
export class ToolInputError extends LLMError {
  override readonly name = "ToolInputError";
  /** Where it does not fit; empty when it is not complete JSON at all. */
  readonly issues: readonly FieldIssue[];

  constructor(tool: string, issues: readonly FieldIssue[], provider?: string) {
    const shown = issues.slice(0, 5).map(({ field, constraint }) => (field ? `${field}: ${constraint}` : constraint));
    const what = shown.join(", ") || "it is not complete JSON";
    const more = issues.length > shown.length ? `, and ${issues.length - shown.length} more` : "";
    super("LLM_INVALID_REQUEST", `the input of "${tool}" does not fit: ${what}${more}`, { provider });
    this.issues = issues;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues };
  }
}
