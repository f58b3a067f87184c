import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { embedderCases, llmCases } from "../suite/index.js";
import { embedderMutants, llmMutants } from "./all-mutants.js";
import { type Matrix, type MatrixRow, toRow, writeMatrix } from "./matrix.js";
import { type PlayedMutant, playEmbedderMutant, playLLMMutant } from "./play-mutant.js";
import { playGallery } from "./prove.js";

// What fails with a mutant beside its own check says how far its defect reaches, and which checks overlap. `npm run matrix`
// plays every mutant on every case and writes it anew, in about an hour; with `MATRIX_CASES=A,B` on those alone, whose places
// in the rows it replaces, and with `MATRIX_MUTANTS=…` those whose names hold it. `npm run matrix:check` compares each on the
// case of its check.

const path = new URL("matrix.json", import.meta.url);
const committed = () => JSON.parse(readFileSync(path, "utf8")) as Matrix;

const rowOf = ({ alsoFailed, killedBy }: PlayedMutant) => toRow(alsoFailed, killedBy);

test("names mutants and checks that there are, sorted", () => {
  const matrix = committed();
  const names = [...llmMutants, ...embedderMutants].map(({ name }) => name);
  expect(Object.keys(matrix).filter((name) => !names.includes(name))).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe(writeMatrix(matrix));
  const known = new Map<string, object>([...llmCases, ...embedderCases].map(({ name, checks }) => [name, checks]));
  for (const [name, row] of Object.entries(matrix)) {
    for (const [suiteCase, slugs] of Object.entries(row)) {
      expect(known.has(suiteCase), `${name}: ${suiteCase}`).toBe(true);
      if (slugs === "*") continue;
      const checks = Object.keys(known.get(suiteCase) ?? {});
      expect(
        slugs.filter((slug) => !checks.includes(slug)),
        name,
      ).toEqual([]);
    }
  }
});

/** Long, where every mutant is played on every case. */
const timeout = 3 * 60 * 60_000;

const allCases = [...llmCases, ...embedderCases].map(({ name }) => name);
const listed = (names: string | undefined) => names?.split(",").map((name) => name.trim());

if (process.env.UPDATE_MATRIX) {
  test("is written anew", { timeout }, async () => {
    const cases = listed(process.env.MATRIX_CASES) ?? allCases;
    const before = committed();
    const rows = new Map(Object.entries(before));
    for (const played of await playGallery({ cases }, listed(process.env.MATRIX_MUTANTS))) {
      const kept = Object.entries(before[played.name] ?? {}).filter(([name]) => !cases.includes(name));
      const places = new Map([...kept, ...Object.entries(rowOf(played))]);
      // In the order of the suite, whatever was played.
      const row = allCases.flatMap((name) => (places.has(name) ? [[name, places.get(name)] as const] : []));
      rows.delete(played.name);
      if (row.length > 0) rows.set(played.name, Object.fromEntries(row) as MatrixRow);
    }
    writeFileSync(path, writeMatrix(Object.fromEntries(rows)));
    expect(Object.keys(committed()).length).toBeGreaterThan(0);
  });
}

// Not a part of `npm test`: what else fails with a mutant depends on how slow the machine is.
if (process.env.CHECK_MATRIX) {
  test("is what fails with each mutant", { timeout }, async () => {
    const matrix = committed();
    const stale: string[] = [];
    for (const played of await playGallery()) {
      if (isCurrent(played, matrix)) continue;
      // A slow machine makes checks fail that wait for something: a second look, on its own, decides.
      const again = await playAlone(played.name);
      if (!isCurrent(again, matrix)) stale.push(`${again.name}: ${JSON.stringify(rowOf(again))}`);
    }
    expect(stale).toEqual([]);
  });
}

function isCurrent(played: PlayedMutant, matrix: Matrix): boolean {
  const [suiteCase = ""] = played.killedBy.split("/");
  return JSON.stringify(rowOf(played)[suiteCase]) === JSON.stringify(matrix[played.name]?.[suiteCase]);
}

function playAlone(name: string): Promise<PlayedMutant> {
  const llm = llmMutants.find((mutant) => mutant.name === name);
  if (llm) return playLLMMutant(llm, { patient: true });
  const embedder = embedderMutants.find((mutant) => mutant.name === name);
  if (!embedder) throw new Error(`there is no mutant ${name}`);
  return playEmbedderMutant(embedder, { patient: true });
}
