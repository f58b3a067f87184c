import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { toHTML } from "../src/report/html.js";
import type { RunReport } from "../src/report/run-report.js";

/** A report's page as a reader has it, from a file, and what it did that it should not. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly url: string;
  /** Every request but that for the page itself. */
  readonly requests: string[];
  /** What the console showed, and errors that nobody caught. */
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  report: RunReport,
  { hash = "", ...options }: BrowserContextOptions & { hash?: string } = {},
): Promise<OpenPage> {
  const folder = mkdtempSync(join(tmpdir(), "report-page-"));
  const file = join(folder, "report.html");
  writeFileSync(file, toHTML(report));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const wanted = request.url().replace(/#.*/, "");
    // What the page carries itself needs no network.
    if (wanted !== url && !wanted.startsWith("data:")) requests.push(wanted);
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.goto(url + hash);
  return {
    page,
    url,
    requests,
    complaints,
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(folder, { recursive: true });
    },
  };
}
