// Stryker's test runner: one test a case and subject (of the wire's cases: one a check), played in this process on the built
// sources, which are loaded once. So a mutant costs what the checks that reach it cost up to the first that fails, and no more;
// a test framework would load everything anew for each.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { playedExactly, throwingOthers, vendors } from "./subjects.mjs";

/** What is waited for takes these each time with a mutant that never does it; so the first look is a short one. */
const short = { patienceMs: 500, watchdogMs: 3_000 };
/** A failure that speaks of a limit counts only if it comes again with these: impatience is not to kill. */
const long = { patienceMs: 2_500, watchdogMs: 12_000 };
/** For the case of two hundred calls at once. */
const generous = { patienceMs: 5_000, watchdogMs: 40_000 };
const speaksOfALimit = /\d+ ms/;

export const strykerPlugins = [{ kind: "TestRunner", name: "suite", factory: createRunner }];

function createRunner() {
  /** Where the instrumented source looks which mutant is active, and counts. */
  globalThis.__stryker__ ??= {};
  const state = globalThis.__stryker__;
  const standstill = watchStandstill();
  let active;
  // Asked at every mutant, so that a loop without end, which no timer can break, ends here.
  Object.defineProperty(state, "activeMutant", {
    get() {
      if (standstill.isOn()) throw new Error("the event loop stands still");
      return active;
    },
  });
  let tests = [];
  /** By file: the tests that killed its mutants, the latest first; they are the likeliest to kill the next. */
  const killers = new Map();

  const play = async (chosen, judge) => {
    const results = [];
    for (const test of chosen) {
      state.currentTestId = test.id;
      const began = performance.now();
      const failureMessage = await judge(test);
      const about = { id: test.id, name: test.id, timeSpentMs: performance.now() - began };
      results.push(failureMessage ? { ...about, status: 1, failureMessage } : { ...about, status: 0 });
      if (failureMessage && active !== undefined) break;
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
      const played = await play(tests, ({ judge }) => judge(long));
      return { status: "complete", tests: played, mutantCoverage: state.mutantCoverage };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit }) {
      const first = killers.get(activeMutant.fileName) ?? [];
      const isDriver = activeMutant.fileName.includes("/drivers/");
      const chosen = tests.filter(
        ({ id, driverOnly }) => (testFilter?.includes(id) ?? true) && (isDriver || !driverOnly),
      );
      const ordered = chosen.toSorted((a, b) => place(first, a) - place(first, b));
      standstill.forget();
      active = activeMutant.id;
      Object.assign(state, { hitCount: 0, hitLimit });
      const played = await play(ordered, async ({ judge }) => {
        const failures = await judge(short);
        return speaksOfALimit.test(failures) ? judge(long) : failures;
      });
      active = undefined;
      const failed = played.find(({ failureMessage }) => failureMessage);
      if (failed) {
        const killer = tests.find(({ id }) => id === failed.id);
        killers.set(activeMutant.fileName, [killer, ...first.filter((test) => test !== killer)]);
      }
      if (state.hitCount > hitLimit) return { status: "timeout", reason: "it was reached without end" };
      if (standstill.wasOn()) return { status: "timeout", reason: "the event loop stood still" };
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

/** Tells when this process has computed for three seconds without a turn of its event loop. */
function watchStandstill() {
  const [turns, on] = [0, 1];
  const shared = new Int32Array(new SharedArrayBuffer(8));
  setInterval(() => {
    Atomics.add(shared, turns, 1);
    Atomics.store(shared, on, 0);
  }, 100).unref();
  const watch = (watched) => {
    let [seen, since] = [-1, process.cpuUsage()];
    setInterval(() => {
      const now = Atomics.load(watched, 0);
      if (now !== seen) [seen, since] = [now, process.cpuUsage()];
      else if (process.cpuUsage(since).user > 3_000_000) Atomics.store(watched, 1, 1);
    }, 250);
  };
  const source = `(${watch})(require("node:worker_threads").workerData)`;
  new Worker(source, { eval: true, workerData: shared }).unref();
  let was = false;
  return {
    isOn() {
      if (Atomics.load(shared, on) === 0) return false;
      was = true;
      return true;
    },
    wasOn: () => was,
    forget() {
      was = false;
    },
  };
}

/** The killers of the file in their order, before all others in theirs. */
function place(killers, test) {
  const at = killers.indexOf(test);
  return at < 0 ? killers.length : at;
}

/**
 * The built-in subjects, two that lack what those claim, one that throws what is no `LLMError`, drivers before the servers of
 * other vendors and such as are asked for exact integers, and two whose models are of an older generation; the fast cases first. Those of a wire are played with the built-in ones alone.
 */
async function loadTests() {
  const load = (folder) => import(pathToFileURL(join(process.cwd(), "dist", folder, "index.js")).href);
  const folders = ["suite", "stages", "memory", "drivers", "generation"];
  const [suite, stages, memory, drivers, generation] = await Promise.all(folders.map(load));
  const preset = "openai";
  const llms = [
    ["memory", stages.memoryStage(), ({ script }) => memory.memoryLLM(...script)],
    ["openai", stages.openaiStage(), (stage) => drivers.openAICompatible({ ...stage, preset })],
    ["google", stages.googleStage(), (stage) => drivers.google({ ...stage })],
  ];
  const withoutTools = ({ script }) => memory.createMemoryLLM({ replies: script, capabilities: { tools: false } });
  const claimsNothing = Object.fromEntries(Object.keys(memory.memoryLLM().capabilities).map((name) => [name, false]));
  const bare = ({ script }) => memory.createMemoryLLM({ replies: script, capabilities: claimsNothing });
  const others = [
    ["memory without tools", stages.memoryStage(), withoutTools],
    ["memory without claims", stages.memoryStage(), bare],
    [
      "memory that throws other errors",
      stages.memoryStage(),
      ({ script }) => generation.wrapLLM(memory.memoryLLM(...script), throwingOthers),
    ],
  ];
  const models = [
    ["google 2.0", stages.googleStage(), (stage) => drivers.google({ ...stage, model: "gemini-2.0-flash" })],
  ];
  /** Asked for integers of any size, which changes nothing where there are none. */
  const exactly = (llm) =>
    generation.wrapLLM(llm, (driver) =>
      generation.overDriver(driver, {
        turn: (request, context) => driver.turn(generation.askingForLarge(request), context),
        streamTurn: (request, context) => driver.streamTurn(generation.askingForLarge(request), context),
      }),
    );
  const exact = [
    ["openai, exact", stages.openaiStage(), (stage) => exactly(drivers.openAICompatible({ ...stage, preset }))],
    ["google, exact", stages.googleStage(), (stage) => exactly(drivers.google({ ...stage }))],
  ];
  const contract = suite.llmCases.filter(({ protocol }) => protocol === undefined);
  const embedders = [
    ["memory", stages.memoryStage(), () => memory.memoryEmbedder()],
    ["openai", stages.openaiStage(), (stage) => drivers.openAICompatibleEmbedder({ ...stage, preset })],
    ["google", stages.googleStage(), (stage) => drivers.googleEmbedder({ ...stage })],
  ];
  // What it is said to have by default is longer than what the scripted server sends.
  const lengthAside = suite.embedderCases.filter(({ name }) => name !== "EmbedIdentity");
  const older = (stage) => drivers.googleEmbedder({ ...stage, model: "gemini-embedding-001" });
  const testsOf = (kind, run, cases, subjects) =>
    subjects.flatMap(([name, stage, factory]) =>
      cases.flatMap(partsOf(stage)).map(([part, suiteCase]) => ({
        id: `${kind} ${name}: ${part}`,
        async judge(limits) {
          const { patienceMs, watchdogMs } = suiteCase.name === "CallsDoNotMix" ? generous : limits;
          const { verdicts } = await run(factory, { stage, cases: [suiteCase], patienceMs, watchdogMs });
          return verdicts
            .filter((verdict) => suite.countsAgainst(verdict) || verdict.status === "warned")
            .map(({ id, status, reason }) => `${status} ${id}: ${reason}`)
            .join("\n");
        },
      })),
    );
  const tests = [
    ...testsOf("embedder", suite.runEmbedderCases, suite.embedderCases, embedders),
    ...testsOf("embedder", suite.runEmbedderCases, lengthAside, [["google 001", stages.googleStage(), older]]),
    ...testsOf("LLM", suite.runLLMCases, suite.llmCases, llms),
    ...testsOf("LLM", suite.runLLMCases, contract, others),
    ...vendors.flatMap(([name, options, isPlayed]) =>
      testsOf("LLM", suite.runLLMCases, contract.filter(isPlayed), [
        [name, stages.openaiStage(), (stage) => drivers.openAICompatible({ ...stage, ...options })],
      ]).map((test) => ({ ...test, driverOnly: true })),
    ),
    ...testsOf("LLM", suite.runLLMCases, contract.filter(playedExactly), exact),
    // What knows nothing of models is not changed by another one.
    ...testsOf("LLM", suite.runLLMCases, contract, models).map((test) => ({ ...test, driverOnly: true })),
  ];
  // Two hundred calls at once are the dearest by far, and what they find another mostly finds first.
  const isDear = ({ id }) => Number(id.includes("CallsDoNotMix"));
  return tests.toSorted((a, b) => isDear(a) - isDear(b));
}

/** A case as it is, or, of the wire's, one for each of its checks: none of them builds on another. */
function partsOf({ protocol }) {
  return (suiteCase) => {
    if (suiteCase.protocol === undefined) return [[suiteCase.name, bailing(suiteCase)]];
    if (suiteCase.protocol !== protocol) return [];
    return Object.keys(suiteCase.checks).map((slug) => [`${suiteCase.name}/${slug}`, bailing(only(suiteCase, slug))]);
  };
}

/** The case with one check alone. */
function only(suiteCase, wanted) {
  return {
    ...suiteCase,
    checks: { [wanted]: suiteCase.checks[wanted] },
    run: (context) =>
      suiteCase.run({
        ...context,
        check: async (slug, judge) => (slug === wanted ? context.check(slug, judge) : undefined),
      }),
  };
}

/** The case up to its first must-check that fails. */
function bailing(suiteCase) {
  return {
    ...suiteCase,
    run(context) {
      let failure;
      return suiteCase.run({
        ...context,
        async check(slug, judge) {
          if (failure) throw failure.error;
          await context.check(slug, async () => {
            try {
              await judge();
            } catch (error) {
              if (suiteCase.checks[slug].level === "must") failure = { error };
              throw error;
            }
          });
        },
      });
    },
  };
}
