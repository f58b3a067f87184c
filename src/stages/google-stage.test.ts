import { google, googleEmbedder } from "../drivers/google/index.js";
import { runEmbedderSuite, runSuite } from "../vitest/index.js";

runSuite((stage) => google({ ...stage }), { protocol: "google" });
runEmbedderSuite((stage) => googleEmbedder({ ...stage }), { protocol: "google" });
