import { execSync } from "node:child_process";

/** Builds once before all tests: those that run the command line as users do must not run a stale one. */
export function setup(): void {
  execSync("npx tsc -p tsconfig.build.json", { stdio: "inherit" });
}
