// Stryker's test runner: one test a case and subject, played in this process on the built sources, which are loaded once. So
// a mutant costs what the cases that reach it cost, and no more; a test framework would load everything anew for each.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a busy machine may take; a mutant that never does what is waited for takes it each time. */
const limits = { patienceMs: 1_500, watchdogMs: 10_000 };
/** For the case of two hundred calls at once. */
const generous = { patienceMs: 5_000, watchdogMs: 40_000 };

export const strykerPlugins = [{ kind: "TestRunner", name: "suite", factory: createRunner }];

function createRunner() {
  /** Where the instrumented source looks which mutant is active, and counts. */
  globalThis.__stryker__ ??= {};
  const state = globalThis.__stryker__;
  let tests = [];

  const play = async (names, bail) => {
    const results = [];
    for (const { id, judge } of tests) {
      if (names && !names.has(id)) continue;
      state.currentTestId = id;
      const began = performance.now();
      const failures = await judge();
      const about = { id, name: id, timeSpentMs: performance.now() - began };
      results.push(failures ? { ...about, status: 1, failureMessage: failures } : { ...about, status: 0 });
      if (bail && failures) break;
    }
    state.currentTestId = undefined;
    return results;
  };

  return {
    capabilities: () => ({ reloadEnvironment: false }),
    async init() {
      // What a mutant leaves behind that nobody waits for says nothing of the next one.
      process.on("unhandledRejection", () => {});
      process.on("uncaughtException", () => {});
      tests = await loadTests();
    },
    async dryRun() {
      const played = await play(undefined, false);
      return { status: "complete", tests: played, mutantCoverage: state.mutantCoverage };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit }) {
      Object.assign(state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      const played = await play(testFilter && new Set(testFilter), true);
      state.activeMutant = undefined;
      const failed = played.find(({ failureMessage }) => failureMessage);
      if (state.hitCount > hitLimit) return { status: "timeout", reason: "it was reached without end" };
      if (!failed) return { status: "survived", nrOfTests: played.length };
      return {
        status: "killed",
        killedBy: [failed.id],
        failureMessage: failed.failureMessage,
        nrOfTests: played.length,
      };
    },
  };
}

/** The built-in subjects and all cases, the fast ones first. */
async function loadTests() {
  const load = (folder) => import(pathToFileURL(join(process.cwd(), "dist", folder, "index.js")).href);
  const [suite, stages, memory, drivers] = await Promise.all(["suite", "stages", "memory", "drivers"].map(load));
  const preset = "openai";
  const llms = [
    ["memory", stages.memoryStage(), ({ script }) => memory.memoryLLM(...script)],
    ["openai", stages.openaiStage(), (stage) => drivers.openAICompatible({ ...stage, preset })],
    ["google", stages.googleStage(), (stage) => drivers.google({ ...stage })],
  ];
  const embedders = [
    ["memory", stages.memoryStage(), () => memory.memoryEmbedder()],
    ["openai", stages.openaiStage(), (stage) => drivers.openAICompatibleEmbedder({ ...stage, preset })],
    ["google", stages.googleStage(), (stage) => drivers.googleEmbedder({ ...stage })],
  ];
  const testsOf = (kind, run, cases, subjects) =>
    subjects.flatMap(([name, stage, factory]) =>
      cases.map((suiteCase) => ({
        id: `${kind} ${name}: ${suiteCase.name}`,
        async judge() {
          const { patienceMs, watchdogMs } = suiteCase.name === "CallsDoNotMix" ? generous : limits;
          const { verdicts } = await run(factory, { stage, cases: [suiteCase], patienceMs, watchdogMs });
          return verdicts
            .filter(suite.countsAgainst)
            .map(({ id, reason }) => `${id}: ${reason}`)
            .join("\n");
        },
      })),
    );
  return [
    ...testsOf("embedder", suite.runEmbedderCases, suite.embedderCases, embedders),
    ...testsOf("LLM", suite.runLLMCases, suite.llmCases, llms),
  ];
}
