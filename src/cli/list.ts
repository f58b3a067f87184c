import { embedderCases, llmCases } from "../suite/index.js";

/** Every case with what it proves, and every check with its rule. */
export function list(): string {
  const groups = { LLM: llmCases, Embedder: embedderCases };
  return Object.entries(groups)
    .map(([heading, cases]) => `${heading}\n\n${cases.map(describeCase).join("\n")}`)
    .join("\n");
}

interface ListedCase {
  readonly name: string;
  readonly claim: string;
  readonly checks: Readonly<Record<string, { readonly level: string; readonly clause: string }>>;
}

function describeCase({ name, claim, checks }: ListedCase): string {
  const lines = Object.entries(checks).map(([slug, { level, clause }]) => `  ${name}/${slug} (${level}): ${clause}`);
  return `${name}: ${claim}\n${lines.join("\n")}\n`;
}
