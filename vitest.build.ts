import { execSync } from "node:child_process";

/**
 * Builds once before all tests: those that run the command line as users do must not run a stale one. Types are the type
 * check's to judge.
 */
export function setup(): void {
  execSync("npx rolldown -c --log-level warn && node dist/cli/write-rules.js", { stdio: "inherit" });
}
