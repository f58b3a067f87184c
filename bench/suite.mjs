// How long the suite takes: ten runs of each built-in subject, median and maximum in milliseconds, beside its bound.
import { builtInEmbedders, builtInLLMs } from "../dist/cli/built-in-subjects.js";

const rounds = 10;
const bounds = { "LLM memory": 300, "LLM openai-compatible": 1000 };

for (const [kind, subjects] of [
  ["LLM", builtInLLMs],
  ["Embedder", builtInEmbedders],
]) {
  for (const { name, run } of subjects) {
    // The first run pays for loading and compiling; it is told apart.
    const first = (await run()).durationMs;
    const times = [];
    for (let round = 0; round < rounds; round++) times.push((await run()).durationMs);
    times.sort((a, b) => a - b);
    const median = (times[rounds / 2 - 1] + times[rounds / 2]) / 2;
    const bound = bounds[`${kind} ${name}`];
    const verdict = bound === undefined ? "" : median < bound ? `  under ${bound}` : `  OVER ${bound}`;
    console.log(
      `${`${kind} ${name}`.padEnd(28)} first ${first.toFixed(0).padStart(5)}  median ${median.toFixed(0).padStart(5)}  max ${times.at(-1).toFixed(0).padStart(5)}${verdict}`,
    );
  }
}
