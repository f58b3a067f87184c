import type { EmbedTask } from "../../contract/index.js";
import { bareModel } from "./endpoint-url.js";

/** What differs between embedding models. A row of data. */
export interface EmbeddingTraits {
  /** The length of its vectors where none is asked for. */
  readonly dimensions?: number;
  /** Whether it takes another length. */
  readonly takesDimensions: boolean;
  /** How it is told what the vectors are for. */
  readonly task: "taskType" | "in the text";
  /** Whether vectors shorter than its own come without being of unit length. */
  readonly shortensUnscaled: boolean;
}

const first: EmbeddingTraits = { takesDimensions: true, task: "taskType", shortensUnscaled: false };

/** By the beginning of the model's name; the first that fits. */
const rows: readonly (readonly [prefix: string, EmbeddingTraits])[] = [
  // https://github.com/AstroVela/vane/issues/360
  ["gemini-embedding-001", { ...first, dimensions: 3072, shortensUnscaled: true }],
  // It ignores `taskType`, and scales by itself: https://github.com/embeddings-benchmark/mteb/pull/4851
  ["gemini-embedding-2", { ...first, dimensions: 3072, task: "in the text" }],
  ["text-embedding-004", { ...first, dimensions: 768 }],
  ["embedding-001", { ...first, dimensions: 768, takesDimensions: false }],
];

/** The traits of a model; of one that is not known, what the API documents. */
export function embeddingTraitsOf(model: string): EmbeddingTraits {
  const name = bareModel(model);
  return rows.find(([prefix]) => name.startsWith(prefix))?.[1] ?? first;
}

/** https://ai.google.dev/api/embeddings#v1beta.TaskType */
const taskTypes: Readonly<Record<EmbedTask, string>> = {
  document: "RETRIEVAL_DOCUMENT",
  query: "RETRIEVAL_QUERY",
  similarity: "SEMANTIC_SIMILARITY",
  classification: "CLASSIFICATION",
  clustering: "CLUSTERING",
};

/** https://ai.google.dev/gemini-api/docs/embeddings#gemini-embedding-2 */
const instructions: Readonly<Record<EmbedTask, string>> = {
  document: "title: none | text: ",
  query: "task: search result | query: ",
  similarity: "task: sentence similarity | query: ",
  classification: "task: classification | query: ",
  clustering: "task: clustering | query: ",
};

/** A text with its task, as the model wants it told. */
export function withTask(text: string, task: EmbedTask | undefined, { task: how }: EmbeddingTraits): object {
  const isInText = task !== undefined && how === "in the text";
  return {
    content: { parts: [{ text: isInText ? instructions[task] + text : text }] },
    ...(task !== undefined && !isInText && { taskType: taskTypes[task] }),
  };
}
