// Compares ways to read an LLM's answer over loopback: `npm run bench -- [--rounds 5] [scenario…] [--only subject,…]`. One
// server in a process of its own; each subject in a fresh process, one after the other, round by round; medians over the
// rounds, with the spread of the wall clock, and ratios to the floor of the same protocol.
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { importTime, installedSize } from "./compare/cold.mjs";
import { scenarios } from "./compare/scenarios.mjs";
import { subjects } from "./compare/subjects.mjs";

const run = promisify(execFile);
const pathOf = (name) => fileURLToPath(new URL(`compare/${name}`, import.meta.url));
const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string" } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const kinds = [...Object.keys(scenarios), "import", "size"];
const unknown = positionals.find((name) => !kinds.includes(name));
if (unknown !== undefined) throw new Error(`there is no scenario ${unknown}; there are ${kinds.join(", ")}`);
const wanted = (name) => positionals.length === 0 || positionals.includes(name);
const only = values.only?.split(",").map((name) => name.trim());
const chosen = Object.entries(subjects).filter(([name]) => !only || only.includes(name) || name.startsWith("floor"));
/** Who has no way to show it. */
const lacks = (name, scenario) => scenario === "arguments" && subjects[name].protocol === "google";

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const columns = (...texts) => texts.map((text, i) => (i === 0 ? text.padEnd(28) : text.padStart(15))).join("");

const server = fork(pathOf("server.mjs"));
const [port] = await once(server, "message");
const origin = `http://127.0.0.1:${port}`;

/** One fresh process. */
async function measure(subject, scenario) {
  const { stdout } = await run(process.execPath, [pathOf("run.mjs"), subject, scenario, origin], {
    env: { ...process.env, LANGSMITH_TRACING: "false" },
    maxBuffer: 1e7,
  });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

for (const [scenario, { title }] of Object.entries(scenarios).filter(([name]) => wanted(name))) {
  const players = chosen.filter(([name]) => !lacks(name, scenario));
  const seen = new Map(players.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name] of players) seen.get(name).push(await measure(name, scenario));
  console.log(`\n${title} (medians of ${rounds} processes each)`);
  console.log(columns("", "wall ms", "spread", "× floor", "cpu ms", "× floor", "first ms", "peak MB"));
  const medians = new Map(
    [...seen].map(([name, runs]) => [
      name,
      Object.fromEntries(["wall", "cpu", "first", "rss"].map((key) => [key, median(runs.map((one) => one[key]))])),
    ]),
  );
  for (const [name, { protocol }] of players) {
    const { wall, cpu, first, rss } = medians.get(name);
    const floor = medians.get(protocol === "google" ? "floor-google" : "floor");
    const walls = seen.get(name).map((one) => one.wall);
    const spread = `${Math.min(...walls).toFixed(1)}–${Math.max(...walls).toFixed(1)}`;
    const ratio = (value, to) => (value / to).toFixed(2);
    console.log(
      columns(
        ...[name, wall.toFixed(1), spread, ratio(wall, floor.wall), cpu.toFixed(1), ratio(cpu, floor.cpu)],
        ...[Number.isNaN(first) || first === null ? "" : first.toFixed(2), rss.toFixed(0)],
      ),
    );
  }
}
server.disconnect();

if (wanted("import")) {
  console.log(`\ncold import, milliseconds beyond Node's start (medians of ${rounds} processes each)`);
  const seen = new Map(chosen.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, { imports }] of chosen) seen.get(name).push(await importTime(imports));
  for (const [name] of chosen) console.log(columns(name, median(seen.get(name)).toFixed(0)));
}

if (wanted("size")) {
  console.log("\ninstalled, MB with everything that it needs");
  for (const [name, { packages }] of chosen) console.log(columns(name, (installedSize(packages) / 1e6).toFixed(1)));
}
