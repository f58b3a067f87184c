import type { FieldIssue } from "./field-issue.js";

/** A call of a tool that is in the request, and what of its arguments does not fit. */
export interface RefusedCall {
  readonly tool: string;
  /** Empty where the arguments are not complete JSON. Names that no schema declares are hidden already. */
  readonly issues: readonly FieldIssue[];
}

/** The longest correction, in bytes. */
const most = 4096;
/** The longest line of it: a list of a thousand allowed values helps no model. */
const longestLine = 400;

const end = "Call again with arguments that fit the tool's schema.";

/**
 * What the model is to be told of calls that were refused: tools, fields and rules, all from the request's own schemas, so
 * that nothing that was submitted comes back to it.
 */
export function correctionFor(calls: readonly RefusedCall[]): string {
  const lines = calls.flatMap(({ tool, issues }) => [
    `The arguments of ${tool} ${issues.length > 0 ? "do not fit" : "are not complete JSON"}.`,
    ...issues.map(toLine),
  ]);
  const kept: string[] = [];
  let left = most - Buffer.byteLength(end) - "… and 100000 more\n".length;
  for (const line of lines) {
    const short = cut(line);
    left -= Buffer.byteLength(short) + 1;
    if (left < 0) break;
    kept.push(short);
  }
  const dropped = lines.length - kept.length;
  return [...kept, ...(dropped > 0 ? [`… and ${dropped} more`] : []), end].join("\n");
}

function toLine({ field, constraint, allowed, expected }: FieldIssue): string {
  const rule = allowed
    ? `allowed are ${JSON.stringify(allowed)}`
    : expected && `the rule is ${JSON.stringify(expected)}`;
  return [`- ${field || "the arguments"}: ${constraint}`, ...(rule ? [rule] : [])].join("; ");
}

function cut(line: string): string {
  const bytes = Buffer.from(line.toWellFormed());
  // Half a character at the end becomes U+FFFD, which is cut off too.
  if (bytes.length <= longestLine) return bytes.toString();
  return `${bytes
    .subarray(0, longestLine)
    .toString()
    .replace(/\uFFFD+$/, "")}…`;
}
