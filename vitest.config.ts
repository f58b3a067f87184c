import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // Examples and documentation import the package by its name; here that is its source, so nothing stale is tested.
    alias: [
      { find: /^touchstone$/, replacement: source("index.ts") },
      { find: /^touchstone\/(ai-sdk|langchain)$/, replacement: source("adapters/$1/index.ts") },
      { find: /^touchstone\/(.*)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    // An example with a package.json is a project of its own, whose tests examples/installed.test.ts runs.
    include: ["{src,docs}/**/*.test.ts", "examples/*.test.ts"],
    globalSetup: "vitest.build.ts",
    setupFiles: "vitest.loopback.ts",
    // A watchdog, not a measure: a slow machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 30_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: "reports/vitest.json" }]] : ["default"],
  },
});
