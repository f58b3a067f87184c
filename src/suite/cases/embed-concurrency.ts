import { embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { expectSame, expectVectors } from "./vectors.js";

const words = ["bees", "jazz", "tax", "bread", "orbit", "ski", "law", "tea", "rain", "iron"];
const texts = Array.from({ length: 50 }, (_, i) => `${words[i % 10]} and ${words[(i * 3 + 1) % 10]}, chapter ${i}`);

export const embedCallsDoNotMix = embedderCase({
  name: "EmbedCallsDoNotMix",
  claim: "Calls at the same time each get the vectors of their own texts.",
  script: [],
  prompt: { texts },
  checks: {
    "fifty-at-once": must({
      clause: "Of fifty calls at once each gets the vector that its text has in one call of all.",
      why: "Under load documents are stored under each other's vectors, and nothing tells.",
      fix: "Keep nothing of a call in the driver: no list of texts, no buffer, no reply.",
      needs: ["traffic"],
    }),
    "each-keeps-its-length": must({
      clause: "Calls at once with one and with two texts get one and two vectors.",
      why: "A batch that is shared between calls is cut apart at the wrong place.",
      fix: "Keep the texts of each call apart.",
      needs: ["traffic"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    await check("fifty-at-once", async () => {
      const { vectors } = await embed(subject, prompt, { signal });
      const alone = await Promise.all(texts.map((text) => embed(subject, { texts: [text] }, { signal })));
      alone.forEach((response, i) => {
        expectVectors(response.vectors, 1);
        expectSame(
          response.vectors[0],
          vectors[i],
          `the vector of text ${i}, one of fifty calls at once, against that of one call with all fifty`,
        );
      });
    });
    await check("each-keeps-its-length", async () => {
      const counts = Array.from({ length: 10 }, (_, i) => 1 + (i % 2));
      const given = await Promise.all(
        counts.map((count, i) => embed(subject, { texts: texts.slice(i, i + count) }, { signal })),
      );
      for (const [i, count] of counts.entries()) expectVectors(given[i]?.vectors ?? [], count);
    });
  },
});
