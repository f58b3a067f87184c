import { cosineSimilarity, type Embedder } from "touchstone";

/** Embeds the pages of the help once, and finds the one that is nearest to a question. */
export async function helpPages(embedder: Embedder, pages: readonly string[]) {
  const { vectors } = await embedder.embed({ texts: pages, task: "document" });
  return async (question: string): Promise<string | undefined> => {
    const { vectors: asked } = await embedder.embed({ texts: [question], task: "query" });
    const scored = vectors.map((vector, i) => ({ page: pages[i], score: cosineSimilarity(vector, asked[0] ?? []) }));
    return scored.toSorted((one, other) => other.score - one.score)[0]?.page;
  };
}
