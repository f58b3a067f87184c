import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.js";

// Real models take their time.
const slow = 120_000;

export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  defineConfig({ test: { include: ["integration/**/*.test.ts"], testTimeout: slow, hookTimeout: slow } }),
);
