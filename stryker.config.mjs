/** Mutation testing with the conformance suite as the only test; see mutation/README.md. */
export default {
  testRunner: "suite",
  buildCommand:
    "tsc -p tsconfig.build.json --noCheck --emitDeclarationOnly false --declaration false --incremental false --tsBuildInfoFile null",
  plugins: ["./mutation/suite-runner.mjs", "./mutation/unseen.mjs", "./mutation/sample.mjs"],
  ignorers: ["unseen"],
  checkers: ["sample"],
  mutate: [
    "src/{generation,drivers}/**/*.ts",
    "!src/**/*.test.ts",
    "!src/**/testing/**",
    // No part of an LLM: what its owner does with one, or makes one with.
    "!src/generation/{extract,tool,standard-schema,usage-meter,wrap-llm,run-tool,disabled-llm}.ts",
    // Taken only with the option `fetch`, which none of the subjects has.
    "!src/drivers/transport/fetch-transport.ts",
  ],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // Changes to what runs when a module is loaded would each want a process of their own and every test.
  ignoreStatic: true,
  // No judge: what waits is ended by the runner's own limits, and a loop without end by its watch over the event loop. A
  // shorter one kills what a busy machine is slow to play to its end.
  timeoutMS: 900_000,
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: "reports/mutation/mutation.json" },
  ignorePatterns: ["dist", "reports", "coverage"],
};
