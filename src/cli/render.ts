import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
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
  checkReportFiles(flags);
  const report = mergeReports(await Promise.all(files.map(readReportFile)));
  if (Object.keys(flags).length === 0) process.stdout.write(renderReport(report, terminalOptions()));
  await writeReportFiles(report, flags);
  return exitCodes.conforms;
}

/**
 * Looks at the names before a run begins, whose result could otherwise not be written.
 * @throws UsageError when a badge's name does not say what it is to be
 */
export function checkReportFiles({ badge }: ReportFiles): void {
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
    if (file !== undefined) await write(file, toText(report));
  }
}

const badges: Readonly<Record<string, (report: RunReport) => string>> = {
  ".svg": toBadgeSVG,
  ".json": toBadgeEndpoint,
};

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}
