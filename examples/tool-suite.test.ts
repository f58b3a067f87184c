import { tool } from "touchstone";
import { runToolSuite } from "touchstone/vitest";
import { z } from "zod";

// Your own service, and a double of it that behaves as it is told to.
type Mood = "working" | "failing" | "hanging" | "malformed";
const library = (mood: Mood) => ({
  async find(query: string, signal: AbortSignal): Promise<unknown> {
    if (mood === "failing") throw Object.assign(new Error("the library is closed"), { status: 503 });
    if (mood === "malformed") return { documents: "doc1, doc2" };
    if (mood === "hanging") await new Promise((_, reject) => signal.addEventListener("abort", reject));
    return { documents: [`all about ${query}`] };
  },
});

runToolSuite(({ service }) => ({
  tool: tool({
    name: "search",
    description: "Searches the library.",
    input: z.object({ query: z.string() }).strict(),
    execute: ({ query }, { signal }) => library(service).find(query, signal),
  }),
  valid: { query: "foxes" },
  invalid: { limit: 5 },
  resultSchema: z.object({ documents: z.array(z.string()) }),
}));
