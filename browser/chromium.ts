import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts the Chromium that is installed.
 * @throws Error that says how to install it, when there is none
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `there is no Chromium at ${executablePath}: install it with "npm run chromium:install", ` +
        "or name another with CHROMIUM_PATH",
    );
  }
  return chromium.launch({ executablePath });
}
