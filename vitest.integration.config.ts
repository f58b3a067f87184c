import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.js";

const { alias } = config.resolve ?? {};

// Real models take their time.
const slow = 120_000;

// Without what the other tests are set up with: providers are not on loopback, and nothing here runs the built command line.
export default mergeConfig(
  { resolve: { alias } },
  defineConfig({ test: { include: ["integration/**/*.test.ts"], testTimeout: slow, hookTimeout: slow } }),
);
