import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.js";

const { alias } = config.resolve ?? {};

// A Chromium takes a while to start on a machine that is busy.
const slow = 120_000;

export default mergeConfig(
  { resolve: { alias } },
  defineConfig({
    test: {
      include: ["browser/**/*.test.ts"],
      setupFiles: "vitest.loopback.ts",
      testTimeout: slow,
      hookTimeout: slow,
      reporters: process.env.CI ? ["default", ["json", { outputFile: "reports/vitest-browser.json" }]] : ["default"],
    },
  }),
);
