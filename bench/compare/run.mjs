// Plays one scenario on one subject in this process: `node run.mjs <subject> <scenario> <origin>`. Prints one line of JSON:
// milliseconds of wall clock, of the processor and to the first delta (medians), and the peak of memory in MB.
import { scenarios } from "./scenarios.mjs";
import { subjects } from "./subjects.mjs";

const [name, scenarioName, origin] = process.argv.slice(2);
const { path, warm, times, play } = scenarios[scenarioName];
const client = await subjects[name].open(`${origin}/${path}`);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const runs = [];
for (let i = 0; i < warm + times; i++) {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let first;
  await play(client, () => {
    first ??= performance.now() - began;
  });
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (i >= warm) runs.push({ wall, cpu: (user + system) / 1000, first: first ?? Number.NaN });
}
await client.close?.();
const told = Object.fromEntries(["wall", "cpu", "first"].map((key) => [key, median(runs.map((run) => run[key]))]));
console.log(JSON.stringify({ ...told, rss: process.resourceUsage().maxRSS / 1024 }));
process.exit();
