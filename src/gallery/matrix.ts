import { embedderCases, llmCases } from "../suite/index.js";

/** The checks of one case: their slugs, sorted, or `*` for all of its must-checks. */
type Slugs = readonly string[] | "*";

/** Checks by case, in the order of the suite. */
export type MatrixRow = Readonly<Record<string, Slugs>>;

/** What fails with each mutant beside the check that kills it, by the mutant's name. What is not there fails nothing else. */
export type Matrix = Readonly<Record<string, MatrixRow>>;

/**
 * A row of the matrix.
 * @param alsoFailed ids of must-checks
 * @param killedBy the id of the check that kills the mutant, which counts for `*` and stands in no row
 */
export function toRow(alsoFailed: readonly string[], killedBy: string): MatrixRow {
  const failed = new Set(alsoFailed);
  return Object.fromEntries(
    [...llmCases, ...embedderCases].flatMap(({ name, checks }) => {
      const musts = Object.keys(checks).filter((slug) => checks[slug]?.level === "must");
      const others = musts.filter((slug) => `${name}/${slug}` !== killedBy);
      const slugs = others.filter((slug) => failed.has(`${name}/${slug}`));
      if (slugs.length === 0) return [];
      return [[name, slugs.length === others.length && slugs.length > 1 ? "*" : slugs.toSorted()]];
    }),
  );
}

/** As it is kept: a line a mutant, sorted. */
export function writeMatrix(matrix: Matrix): string {
  const lines = Object.keys(matrix)
    .toSorted()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(matrix[name])}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
