import { type EmbedRequest, embedTasks } from "../../contract/index.js";

/** Every request of an embedder. */
export const roadEmbeds: readonly { readonly name: string; readonly request: EmbedRequest }[] = [
  { name: "one text", request: { texts: ["the cat sat"] } },
  { name: "several texts, in order", request: { texts: ["one", "two words", "three more words", "one"] } },
  { name: "text of all kinds", request: { texts: ["naïve café", "你好 世界", "👩‍👩‍👧‍👦 family", " \n padded\t"] } },
  { name: "dimensions", request: { texts: ["the cat sat", "on the mat"], dimensions: 3 } },
  { name: "the model of the request", request: { texts: ["the cat sat"], model: "another-model" } },
  ...embedTasks.map((task) => ({ name: `the task ${task}`, request: { texts: ["the cat sat", "on the mat"], task } })),
  { name: "more texts than go into one request", request: { texts: Array.from({ length: 2050 }, (_, i) => `t ${i}`) } },
];
