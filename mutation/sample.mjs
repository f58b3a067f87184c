// Stryker's checker, which draws the sample: a mutant is in it with the probability of its folder, decided by a hash of what
// it is, so that the same are drawn every time. What is not drawn is told as a compile error, which no score counts.
import { createHash } from "node:crypto";
import { relative } from "node:path";

/** Of the mutants in each folder, how many are drawn: as many as were played for the figures in README.md. */
const shares = { "src/generation/": 0.045, "src/drivers/": 0.018 };
const seed = process.env.MUTATION_SEED ?? "touchstone";

export const strykerPlugins = [
  {
    kind: "Checker",
    name: "sample",
    factory: () => ({
      async init() {},
      group: async (mutants) => mutants.map(({ id }) => [id]),
      check: async (mutants) =>
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            isDrawn(mutant) ? { status: "passed" } : { status: "compileError", reason: "not drawn" },
          ]),
        ),
    }),
  },
];

function isDrawn({ fileName, location: { start, end }, mutatorName, replacement }) {
  const file = relative(process.cwd(), fileName).replaceAll("\\", "/");
  const [, share] = Object.entries(shares).find(([folder]) => file.startsWith(folder));
  const what = [seed, file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(" ");
  return createHash("sha256").update(what).digest().readUInt32BE() / 2 ** 32 < share;
}
