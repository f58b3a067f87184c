import { readFile } from "node:fs/promises";
import { type RunReport, readReport, UnreadableReport } from "../report/index.js";
import { UsageError } from "./usage-error.js";

/**
 * Reads a report that `--json` wrote.
 * @throws UsageError that names the file and says in one line what is wrong with it
 */
export async function readReportFile(file: string): Promise<RunReport> {
  try {
    return readReport(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof UnreadableReport) throw new UsageError(`${file} is no report: ${error.message}`);
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
