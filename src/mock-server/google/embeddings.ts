import type { EmbedRequest, EmbedTask } from "../../contract/index.js";
import { bagOfWords, countTextTokens } from "../../memory/index.js";
import { type Complain, collectComplaints } from "./complaints.js";
import { content } from "./content-fields.js";
import { flag, int32, listOf, message, oneOf, text } from "./fields.js";
import type { WireContent } from "./generate-body.js";

/** https://ai.google.dev/api/embeddings */
export interface EmbedBody {
  readonly model?: string;
  readonly content?: WireContent;
  readonly taskType?: string;
  readonly title?: string;
  readonly outputDimensionality?: number;
}

export interface BatchEmbedBody {
  readonly requests?: readonly EmbedBody[];
}

/** What the texts are for. Tasks that only Google tells apart are the question's side of a search. */
const tasks: Readonly<Record<string, EmbedTask | undefined>> = {
  TASK_TYPE_UNSPECIFIED: undefined,
  RETRIEVAL_QUERY: "query",
  RETRIEVAL_DOCUMENT: "document",
  SEMANTIC_SIMILARITY: "similarity",
  CLASSIFICATION: "classification",
  CLUSTERING: "clustering",
  QUESTION_ANSWERING: "query",
  FACT_VERIFICATION: "query",
  CODE_RETRIEVAL_QUERY: "query",
};

export const embedContentRequest = message("EmbedContentRequest", () => ({
  model: text,
  content,
  taskType: oneOf("TaskType", ...Object.keys(tasks)),
  title: text,
  outputDimensionality: int32,
  autoTruncate: flag,
}));

export const batchEmbedContentsRequest = message("BatchEmbedContentsRequest", () => ({
  model: text,
  requests: listOf(embedContentRequest),
}));

/** @throws Refusal with the provider's own message */
export function checkEmbed(body: EmbedBody, model: string): void {
  collectComplaints("EmbedContentRequest", (complain) => checkOne(body, model, complain));
}

/**
 * @param most texts in one request
 * @throws Refusal with the provider's own message
 */
export function checkBatchEmbed({ requests = [] }: BatchEmbedBody, model: string, most: number): void {
  collectComplaints("BatchEmbedContentsRequest", (complain) => {
    if (requests.length === 0) complain("requests", "requests is not specified");
    // https://github.com/langchain-ai/langchainjs/issues/4491
    if (requests.length > most) complain("requests", `at most ${most} requests can be in one batch`);
    requests.forEach((request, i) => {
      const at = `requests[${i}]`;
      if (request.model !== `models/${model}`)
        complain(`${at}.model`, "unexpected model name format or model mismatch");
      checkOne(request, model, (inner, what) => complain(`${at}.${inner}`, what));
    });
  });
}

function checkOne(body: EmbedBody, model: string, complain: Complain): void {
  const { content: { parts = [] } = {}, taskType, title, outputDimensionality: length } = body;
  if (parts.length === 0) complain("content", "content is not specified");
  // https://github.com/lingfengQAQ/webnovel-writer/pull/51
  if (parts.some((part) => !part.text)) complain("content", "content contains an empty Part.");
  if (title !== undefined && taskType !== "RETRIEVAL_DOCUMENT")
    complain("title", "title can only be specified with task type RETRIEVAL_DOCUMENT.");
  // https://ai.google.dev/gemini-api/docs/embeddings#control-embedding-size
  const most = model === "gemini-embedding-001" ? 3072 : Number.POSITIVE_INFINITY;
  if (length !== undefined && (length < 1 || length > most))
    complain("output_dimensionality", `output_dimensionality must be in the range [1, ${most}].`);
}

/** The requests of a batch share one task and one length, as those of a single call do; the first one tells. */
export function readEmbed(requests: readonly EmbedBody[], model: string): EmbedRequest {
  const [{ taskType, outputDimensionality: dimensions } = {}] = requests;
  const task = taskType === undefined ? undefined : tasks[taskType];
  return {
    texts: requests.map(({ content: { parts = [] } = {} }) => parts.map((part) => part.text ?? "").join("")),
    model,
    ...(dimensions !== undefined && { dimensions }),
    ...(task && { task }),
  };
}

/**
 * @param length of the vectors where the request names none
 * @param batch whether the reply has a list of embeddings, or one
 */
export function writeEmbed({ texts, dimensions }: EmbedRequest, length: number, batch: boolean): object {
  const [first, ...others] = texts.map((entry) => ({ values: bagOfWords(entry, dimensions ?? length) }));
  return {
    ...(batch ? { embeddings: [first, ...others] } : { embedding: first }),
    // https://github.com/maximhq/bifrost/pull/7295
    usageMetadata: { promptTokenCount: countTextTokens(...texts) },
  };
}
