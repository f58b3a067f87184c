import { access, constants, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import {
  mergeReports,
  type RunReport,
  renderReport,
  toBadgeEndpoint,
  toBadgeSVG,
  toHTML,
  toJUnit,
  toMarkdown,
} from "../report/index.js";
import { exitCodes } from "./exit-codes.js";
import { readReportFile } from "./read-report-file.js";
import { terminalOptions } from "./terminal-options.js";
import { UsageError } from "./usage-error.js";

/** Where a report is written to, a file a form. */
export interface ReportFiles {
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly html?: string;
  /** Ends in `.svg`, or in `.json` for shields.io. */
  readonly badge?: string;
}

/**
 * Shows reports that were written as JSON in other forms: the files that the flags name, or text where there is none.
 * Several reports become one matrix.
 * @returns the code that the process should end with; it says nothing of the verdicts
 * @throws UsageError when a file cannot be read or written
 */
export async function render(files: readonly string[], flags: ReportFiles): Promise<number> {
  await checkReportFiles(flags);
  const report = mergeReports(await Promise.all(files.map(readReportFile)));
  if (Object.keys(flags).length === 0) process.stdout.write(renderReport(report, terminalOptions()));
  await writeReportFiles(report, flags);
  return exitCodes.conforms;
}

/**
 * Looks at the names before a run begins, whose result could otherwise not be written.
 * @throws UsageError when a file could not be written, or a badge's name does not say what it is to be
 */
export async function checkReportFiles({ json, junit, markdown, html, badge }: ReportFiles): Promise<void> {
  for (const file of [json, junit, markdown, html, badge]) {
    if (file !== undefined) await orUsageError(file, canBeWritten(file));
  }
  if (badge !== undefined && !Object.hasOwn(badges, extname(badge)))
    throw new UsageError(`--badge ${badge}: its name must end in .svg, or in .json for shields.io's endpoint badge`);
}

/**
 * Writes a report in each form that is named.
 * @throws UsageError when a file cannot be written
 */
export async function writeReportFiles(report: RunReport, flags: ReportFiles): Promise<void> {
  const { json, junit, markdown, html, badge } = flags;
  const texts: readonly (readonly [string | undefined, (report: RunReport) => string])[] = [
    [json, (one) => `${JSON.stringify(one, null, 2)}\n`],
    [junit, toJUnit],
    [markdown, toMarkdown],
    [html, toHTML],
    [badge, badges[extname(badge ?? "")] ?? toBadgeSVG],
  ];
  for (const [file, toText] of texts) {
    if (file !== undefined) await orUsageError(file, writeFile(file, toText(report)));
  }
}

const badges: Readonly<Record<string, (report: RunReport) => string>> = {
  ".svg": toBadgeSVG,
  ".json": toBadgeEndpoint,
};

/** A file that is there, such as `/dev/stdout`, or else the folder that it is to be in. */
async function canBeWritten(file: string): Promise<void> {
  try {
    await access(file, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await access(dirname(file), constants.W_OK);
  }
}

async function orUsageError(file: string, attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}
