import { type ListedCase, readRules } from "./rules.js";

/** Every case with what it proves, and every check with its rule. */
export function list(): string {
  const { cases } = readRules();
  return (["LLM", "Embedder"] as const)
    .map(
      (kind) =>
        `${kind}\n\n${cases
          .filter((one) => one.kind === kind)
          .map(describeCase)
          .join("\n")}`,
    )
    .join("\n");
}

function describeCase({ name, claim, protocol, rules }: ListedCase): string {
  const where = protocol ? ` (on the ${protocol} wire)` : "";
  const lines = rules.map(({ id, level, clause }) => `  ${id} (${level}): ${clause}`);
  return `${name}${where}: ${claim}\n${lines.join("\n")}\n`;
}
