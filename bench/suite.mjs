// How long the suite takes: ten runs of each built-in subject, median and maximum in milliseconds; a median over its
// bound ends the process with 1. The cases of a protocol's wire (WireRobustness) have a bound of their own.
import { builtInSubjects } from "../dist/cli/built-in-subjects.js";

const rounds = 10;
/** Of an LLM's median: in memory, of a driver over loopback, and of the wire group alone. */
const bounds = { memory: 500, driver: 1500, wire: 2000 };
const parts = {
  contract: ({ protocol }) => protocol === undefined,
  wire: ({ protocol }) => protocol !== undefined,
};

for (const { kind, name, run } of builtInSubjects) {
  for (const [part, isPlayed] of Object.entries(parts)) {
    // The first run pays for loading and compiling; it is told apart.
    const { durationMs: first, verdicts } = await run(isPlayed);
    if (verdicts.length === 0) continue;
    const times = [];
    for (let round = 0; round < rounds; round++) times.push((await run(isPlayed)).durationMs);
    times.sort((a, b) => a - b);
    const median = (times[rounds / 2 - 1] + times[rounds / 2]) / 2;
    const bound = kind === "llm" ? (part === "wire" ? bounds.wire : (bounds[name] ?? bounds.driver)) : undefined;
    const over = bound !== undefined && median >= bound;
    if (over) process.exitCode = 1;
    const told = [first, median, times.at(-1)].map((time) => time.toFixed(0).padStart(5));
    console.log(
      `${`${kind} ${name}, ${part}`.padEnd(38)} first ${told[0]}  median ${told[1]}  max ${told[2]}${bound === undefined ? "" : `  ${over ? "OVER" : "under"} ${bound}`}`,
    );
  }
}
