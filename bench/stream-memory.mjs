// What a long stream costs: memory beyond its text over 100,000 deltas, and the processor's time for one delta in 10,000
// against 1,000. Run with --expose-gc; whatever is over its bound ends the process with 1.
import { google, openAICompatible } from "../dist/drivers/index.js";

const deltas = 100_000;
/** As a token is long, and different each time. */
const word = (i) => ` word${String(i).padStart(6, "0")}`;
/** Bytes of heap for each character of the text while it is read: the driver has it, and what checks the driver. */
const mostPerCharacter = 3;
/** How much more a delta may cost in a stream that is ten times as long. */
const mostGrowth = 2;

const openaiChunk = (delta, finish = null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] });
const googleChunk = (text, finishReason) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, ...(finishReason && { finishReason }) }],
});
const wires = {
  openai: {
    open: (fetch) => openAICompatible({ baseURL: "http://bench.test/v1", model: "m", fetch }),
    delta: (text) => openaiChunk({ content: text }),
    last: openaiChunk({}, "stop"),
  },
  google: {
    open: (fetch) => google({ baseURL: "http://bench.test", model: "gemini-2.5-flash", fetch }),
    delta: (text) => googleChunk(text),
    last: googleChunk("", "STOP"),
  },
};

/** A fetch whose reply is made while it is read, twenty deltas at a time. */
function streaming({ delta, last }, count) {
  const encoder = new TextEncoder();
  const frame = (chunk) => `data: ${JSON.stringify(chunk)}\n\n`;
  return async () => {
    let at = 0;
    const pull = (controller) => {
      if (at >= count) {
        controller.enqueue(encoder.encode(frame(last)));
        return controller.close();
      }
      const end = Math.min(count, at + 20);
      let block = "";
      for (; at < end; at++) block += frame(delta(word(at)));
      controller.enqueue(encoder.encode(block));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
}

/** @param onDelta is told the number of each delta */
async function read(wire, count, onDelta = () => {}) {
  const llm = wire.open(streaming(wire, count));
  let seen = 0;
  let length = 0;
  for await (const event of await llm.stream({ messages: [{ role: "user", content: "Go on." }] })) {
    if (event.type !== "text") continue;
    length += event.text.length;
    onDelta(++seen);
  }
  await llm.close();
  if (length !== count * word(0).length) throw new Error(`${length} characters came`);
}

function heap() {
  gc();
  return process.memoryUsage().heapUsed;
}

/** Microseconds of the processor for one delta; the best of some runs. */
async function timeOfDelta(wire, count) {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const before = process.cpuUsage();
    await read(wire, count);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / count);
  }
  return best;
}

for (const [name, wire] of Object.entries(wires)) {
  await read(wire, 10_000);
  const samples = [];
  await read(wire, deltas, (seen) => seen % 10_000 === 0 && samples.push(heap()));
  const growth = samples.at(-1) - samples[0];
  const perCharacter = growth / ((deltas - 10_000) * word(0).length);
  const left = heap() - samples[0];
  const [short, long] = [await timeOfDelta(wire, 1000), await timeOfDelta(wire, 10_000)];
  const over = perCharacter > mostPerCharacter || long > short * mostGrowth;
  if (over) process.exitCode = 1;
  console.log(
    `${name.padEnd(8)} heap ${perCharacter.toFixed(2)} bytes a character (at most ${mostPerCharacter}), left ${(left / 1024).toFixed(0)} KiB; ` +
      `a delta ${short.toFixed(1)} µs in 1,000, ${long.toFixed(1)} µs in 10,000 (at most ${mostGrowth} times)${over ? "  OVER" : ""}`,
  );
}
