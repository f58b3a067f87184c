// How long the suite takes: ten runs of each built-in subject, median and maximum in milliseconds; a median over its
// bound ends the process with 1.
import { builtInSubjects } from "../dist/cli/built-in-subjects.js";

const rounds = 10;
/** Of an LLM's median: in memory, and of a driver over loopback. */
const bounds = { memory: 500, driver: 1500 };

for (const { kind, name, run } of builtInSubjects) {
  // The first run pays for loading and compiling; it is told apart.
  const first = (await run()).durationMs;
  const times = [];
  for (let round = 0; round < rounds; round++) times.push((await run()).durationMs);
  times.sort((a, b) => a - b);
  const median = (times[rounds / 2 - 1] + times[rounds / 2]) / 2;
  const bound = kind === "llm" ? (bounds[name] ?? bounds.driver) : undefined;
  const over = bound !== undefined && median >= bound;
  if (over) process.exitCode = 1;
  const verdict = bound === undefined ? "" : `  ${over ? "OVER" : "under"} ${bound}`;
  console.log(
    `${`${kind} ${name}`.padEnd(28)} first ${first.toFixed(0).padStart(5)}  median ${median.toFixed(0).padStart(5)}  max ${times.at(-1).toFixed(0).padStart(5)}${verdict}`,
  );
}
