import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import { googleStage, memoryStage, openaiStage } from "../stages/index.js";
import { embedderCases, llmCases, runEmbedderCases, runLLMCases, type SuiteReport } from "../suite/index.js";

/** A subject that the kit brings along, and how it is judged: in memory, or over loopback HTTP against a mock server. */
export interface BuiltInSubject {
  readonly kind: "llm" | "embedder";
  readonly name: string;
  /** @param isPlayed which cases; all where it is absent */
  run(isPlayed?: IsPlayed): Promise<SuiteReport>;
}

type IsPlayed = (suiteCase: { readonly protocol?: string | undefined }) => boolean;

const all: IsPlayed = () => true;
const llmCasesThat = (isPlayed: IsPlayed = all) => ({ cases: llmCases.filter(isPlayed) });
const embedderCasesThat = (isPlayed: IsPlayed = all) => ({ cases: embedderCases.filter(isPlayed) });

export const builtInSubjects: readonly BuiltInSubject[] = [
  {
    kind: "llm",
    name: "memory",
    run: (isPlayed) =>
      runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage(), ...llmCasesThat(isPlayed) }),
  },
  {
    kind: "llm",
    name: "openai-compatible",
    run: (isPlayed) =>
      runLLMCases((stage) => openAICompatible({ ...stage, preset: "openai" }), {
        stage: openaiStage(),
        ...llmCasesThat(isPlayed),
      }),
  },
  {
    kind: "llm",
    name: "google",
    run: (isPlayed) =>
      runLLMCases((stage) => google({ ...stage }), { stage: googleStage(), ...llmCasesThat(isPlayed) }),
  },
  {
    kind: "embedder",
    name: "memory",
    run: (isPlayed) =>
      runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage(), ...embedderCasesThat(isPlayed) }),
  },
  {
    kind: "embedder",
    name: "openai-compatible",
    run: (isPlayed) =>
      runEmbedderCases((stage) => openAICompatibleEmbedder({ ...stage, preset: "openai" }), {
        stage: openaiStage(),
        ...embedderCasesThat(isPlayed),
      }),
  },
  {
    kind: "embedder",
    name: "google",
    run: (isPlayed) =>
      runEmbedderCases((stage) => googleEmbedder({ ...stage }), {
        stage: googleStage(),
        ...embedderCasesThat(isPlayed),
      }),
  },
];
