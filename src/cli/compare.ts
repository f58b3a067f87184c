import { compareReports, renderComparison } from "../report/index.js";
import { exitCodes } from "./exit-codes.js";
import { readReportFile } from "./read-report-file.js";
import { terminalOptions } from "./terminal-options.js";

/**
 * Compares a run with an earlier one and prints what became of each check.
 * @param earlier the file that `--json` wrote then
 * @param later the file of now
 * @returns the code that the process should end with: 6 when anything got worse
 * @throws UsageError when a file cannot be read
 */
export async function compare(earlier: string, later: string): Promise<number> {
  const comparison = compareReports(await readReportFile(earlier), await readReportFile(later));
  process.stdout.write(renderComparison(comparison, terminalOptions()));
  return comparison.changes.some(({ direction }) => direction === "worse") ? exitCodes.worse : exitCodes.conforms;
}
