// What judging an endpoint over loopback takes: a profile in a process of its own, ten times. Prints the median and maximum
// of the milliseconds beyond Node's own start and of the peak memory; a median over its bound ends the process with 1. The
// bounds are for forty checks: the profile `chat` has more than twice as many, and the default one, four times as many, is
// told beside it and held to the memory alone. The endpoint, a model that does what it is asked for, runs in this process and shares the machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createOpenAIServer, serve } from "../dist/mock-server/index.js";

const rounds = 10;
const bounds = { milliseconds: 1_000, megabytes: 120 };
/** Judged at the least: a run that judges nothing is quick. */
const fewestChecks = 40;

const bin = fileURLToPath(new URL("../bin/touchstone.js", import.meta.url));
/** Tells the peak memory of a process, in kilobytes, where nothing else writes. */
const telling = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;

/** Runs Node with these arguments. @returns how long it took, what memory, and what it ended with */
async function run(...args) {
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", telling, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stdio[3].on("data", (bytes) => {
    told += bytes;
  });
  const [code] = await once(child, "close");
  return { milliseconds: performance.now() - began, megabytes: Number(told) / 1024, code };
}

function answerTo(turn) {
  const results = turn?.messages.flatMap((message) => (message.role === "tool" ? message.results : [])) ?? [];
  if (results.length > 0) return `It was told ${JSON.stringify(results.at(-1).output)}.`;
  const [tool] = turn?.tools ?? [];
  if (tool && turn.toolChoice !== "none")
    return { toolCalls: [{ id: "call_1", name: tool.name, input: { city: "Paris" } }] };
  if (turn?.schema) return '{"name": "Paris", "kind": "capital"}';
  const asked = String(turn?.messages.at(-1)?.content ?? "");
  return asked.includes("Repeat these words")
    ? (asked.split("\n")[1] ?? "")
    : "Hello there, this is a friendly answer.";
}

const endpoint = await serve({
  basePath: "/v1",
  async fetch(request) {
    const understood = createOpenAIServer({ models: ["m"] });
    await understood.fetch(request);
    return createOpenAIServer({ models: ["m"], script: [answerTo(understood.requests[0]?.turn)] }).fetch(request);
  },
});
const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
const file = join(folder, "report.json");
const medianOf = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

for (const [profile, limits] of Object.entries({ chat: bounds, default: { megabytes: bounds.megabytes } })) {
  const flags = profile === "default" ? [] : ["--profile", profile];
  const command = [bin, "check", "--base-url", endpoint.baseURL, "--model", "m", ...flags, "--json", file];
  const start = [];
  const taken = [];
  for (let round = 0; round <= rounds; round++) {
    start.push(await run("-e", "0"));
    const one = await run(...command);
    if (one.code !== 0) throw new Error(`touchstone check ended with ${one.code}`);
    // The first one pays for reading the files from the disk.
    if (round > 0) taken.push(one);
  }
  const [{ counts, requests }] = JSON.parse(readFileSync(file, "utf8")).subjects;
  if (counts.judged < fewestChecks) process.exitCode = 1;
  const node = medianOf(start.map(({ milliseconds }) => milliseconds));
  console.log(
    `${profile}: ${counts.judged} checks judged, ${requests} requests; Node itself starts in ${node.toFixed(0)} ms`,
  );
  for (const unit of Object.keys(bounds)) {
    const values = taken.map((one) => one[unit] - (unit === "milliseconds" ? node : 0));
    const median = medianOf(values);
    const bound = limits[unit];
    const over = bound !== undefined && median >= bound;
    if (over) process.exitCode = 1;
    const [shown, most] = [median, Math.max(...values)].map((value) => value.toFixed(0).padStart(5));
    const verdict = bound === undefined ? "" : `${over ? "OVER" : "under"} ${bound}`;
    console.log(`  ${unit.padEnd(12)} median ${shown}  max ${most}  ${verdict}`);
  }
}
await endpoint.close();
rmSync(folder, { recursive: true });
