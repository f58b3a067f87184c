import { expect, test } from "vitest";
import { createOpenAIServer, serve } from "./index.js";

/** The reads that a client of the global `fetch` sees, which joins what has arrived together. */
async function readsOf(quirks: readonly string[]): Promise<readonly number[]> {
  const served = await serve(createOpenAIServer({ script: [{ text: "Hello, how are you?" }], quirks }));
  try {
    const response = await fetch(`${served.baseURL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], stream: true }),
    });
    const lengths: number[] = [];
    for await (const read of response.body ?? []) lengths.push(read.length);
    return lengths;
  } finally {
    await served.close();
  }
}

test("the reads that a quirk cuts arrive one by one, also at a client that joins what it has", async () => {
  const reads = await readsOf(["SSE-53"]);
  expect(reads.slice(0, 9)).toEqual([1, 2, 11, 1, 5, 1, 17, 3, 23]);
  expect(Math.max(...reads)).toBe(23);
});
