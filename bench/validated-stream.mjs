// What validation costs a stream: 5,000 deltas through a driver that gives them in batches, with and without it, in turns.
// `npm run build && node bench/validated-stream.mjs`

import { openAICompatible } from "../dist/drivers/index.js";
import { wrapLLM } from "../dist/index.js";
import { validated } from "../dist/validated/index.js";

const deltas = 5_000;
const rounds = 60;
const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const body = `${Array.from({ length: deltas }, (_, i) => chunk({ content: `word${i} ` })).join("")}${chunk({}, "stop")}data: [DONE]\n\n`;
const answer = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
const bare = openAICompatible({ baseURL: "http://127.0.0.1:9/v1", model: "bench", apiKey: "none", fetch: answer });
const subjects = { bare, validated: wrapLLM(bare, validated()) };
const request = { messages: [{ role: "user", content: "Go on." }] };

async function play(llm) {
  const began = performance.now();
  let count = 0;
  for await (const event of await llm.stream(request)) if (event.type === "text") count += 1;
  if (count !== deltas) throw new Error(`${count} deltas`);
  return performance.now() - began;
}

const times = { bare: [], validated: [] };
for (let round = 0; round < rounds; round++) {
  // Whoever comes first in one round comes last in the next.
  for (const name of round % 2 ? ["bare", "validated"] : ["validated", "bare"]) {
    const time = await play(subjects[name]);
    if (round >= 10) times[name].push(time);
  }
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const best = (list) => Math.min(...list);
const overhead = (of) => (100 * (of(times.validated) / of(times.bare) - 1)).toFixed(1);
console.log(
  `${deltas} deltas: ${median(times.bare).toFixed(1)} ms bare, ${median(times.validated).toFixed(1)} ms validated`,
);
console.log(`overhead: ${overhead(median)} % (median), ${overhead(best)} % (best)`);
