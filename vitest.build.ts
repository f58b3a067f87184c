import { execSync } from "node:child_process";

/**
 * Builds once before all tests: those that run the command line as users do must not run a stale one. Types are the type
 * check's to judge.
 */
export function setup(): void {
  const options = "--noCheck --declaration false --incremental false --tsBuildInfoFile null";
  execSync(`npx tsc -p tsconfig.build.json ${options}`, { stdio: "inherit" });
  execSync("node dist/cli/write-rules.js", { stdio: "inherit" });
}
