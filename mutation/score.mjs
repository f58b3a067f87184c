// Prints the score by folder, from Stryker's reports: what was drawn, what the suite killed, and between which bounds the
// share of all mutants lies (Wilson's interval, 95 %). With `--survivors`, also each mutant that was not killed.
// Usage: node mutation/score.mjs [--survivors] [report.json …]
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const paths = reports.length > 0 ? reports : ["reports/mutation/mutation.json"];
const folders = ["src/generation", "src/drivers/transport", "src/drivers/google", "src/drivers/openai-compatible"];
const drawn = new Set(["Killed", "Timeout", "Survived", "NoCoverage"]);

/** A timeout of the runner's has a reason; one of Stryker's says only that a run was slow, and kills nothing. */
const statusOf = ({ status, statusReason }) => (status === "Timeout" && !statusReason ? "Survived" : status);

/** Every mutant once; where reports differ, what was drawn counts more than what was not. */
const mutants = new Map();
for (const path of paths) {
  for (const [file, { mutants: found, source }] of Object.entries(JSON.parse(readFileSync(path, "utf8")).files)) {
    for (const mutant of found) {
      const { start, end } = mutant.location;
      const id = [file, start.line, start.column, end.line, end.column, mutant.replacement].join(":");
      if (drawn.has(mutants.get(id)?.status)) continue;
      const line = source.split("\n")[start.line - 1].trim();
      mutants.set(id, {
        ...mutant,
        status: statusOf(mutant),
        file,
        line,
        folder: folders.find((name) => file.startsWith(name)) ?? "src/drivers",
      });
    }
  }
}

const all = [...mutants.values()];
const print = (...cells) =>
  console.log(cells.map((cell, i) => String(cell)[i ? "padStart" : "padEnd"](i ? 13 : 32)).join(""));

print(
  "",
  "mutants",
  "ignored",
  "drawn",
  "killed",
  "survived",
  "not run",
  "score",
  "of what ran",
  "at least",
  "at most",
);
for (const folder of ["src/generation", "src/drivers", ...folders.slice(1)]) {
  const isWhole = folder === "src/drivers";
  const own = all.filter(({ file, folder: of }) => (isWhole ? file.startsWith(`${folder}/`) : of === folder));
  const count = (...statuses) => own.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const [survived, notRun] = [count("Survived"), count("NoCoverage")];
  const total = killed + survived + notRun;
  if (total === 0) continue;
  const [low, high] = wilson(killed, total);
  const told = [percent(killed / total), percent(killed / (killed + survived)), percent(low), percent(high)];
  print(folder, own.length, count("Ignored"), total, killed, survived, notRun, ...told);
}

if (process.argv.includes("--survivors")) {
  for (const { status, file, location, mutatorName, replacement, line } of all) {
    if (status !== "Survived" && status !== "NoCoverage") continue;
    const told = replacement.replace(/\s+/g, " ").slice(0, 100);
    console.log(
      `${status === "Survived" ? "survived" : "not run "} ${file}:${location.start.line} ${mutatorName} -> ${told}`,
    );
    console.log(`           ${line}`);
  }
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function wilson(hits, of, z = 1.96) {
  const [share, spread] = [hits / of, z ** 2 / of];
  const half = z * Math.sqrt((share * (1 - share) + spread / 4) / of);
  return [share + spread / 2 - half, share + spread / 2 + half].map((bound) => bound / (1 + spread));
}
