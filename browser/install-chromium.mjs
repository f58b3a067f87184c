// Installs Debian's Chromium where there is none: npm run chromium:install
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const path = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const isRoot = process.getuid?.() === 0;

/** @param {string[]} args */
function aptGet(...args) {
  const { status, error } = spawnSync(isRoot ? "apt-get" : "sudo", isRoot ? args : ["apt-get", ...args], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0 && !error;
}

if (!existsSync(path)) {
  // Lists that are out of date are reason enough for the second to fail, and the first may fail for another.
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", "chromium");
}
if (existsSync(path)) console.log(`Chromium: ${path}`);
else {
  console.error(`apt-get brought no Chromium to ${path}: name one that is there with CHROMIUM_PATH`);
  process.exitCode = 1;
}
