import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.js";

/** Other people's clients under the suite: minutes, and of no concern to a change that is not about them. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  defineConfig({ test: { include: ["subjects/*.test.ts"], globalSetup: [], fileParallelism: false } }),
);
