import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import { googleStage, memoryStage, openaiStage } from "../stages/index.js";
import { runEmbedderCases, runLLMCases, type SuiteReport } from "../suite/index.js";

/** A subject that the kit brings along, and how it is judged: in memory, or over loopback HTTP against a mock server. */
export interface BuiltInSubject {
  readonly kind: "llm" | "embedder";
  readonly name: string;
  run(): Promise<SuiteReport>;
}

export const builtInSubjects: readonly BuiltInSubject[] = [
  {
    kind: "llm",
    name: "memory",
    run: () => runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage() }),
  },
  {
    kind: "llm",
    name: "openai-compatible",
    run: () => runLLMCases((stage) => openAICompatible({ ...stage, preset: "openai" }), { stage: openaiStage() }),
  },
  {
    kind: "llm",
    name: "google",
    run: () => runLLMCases((stage) => google({ ...stage }), { stage: googleStage() }),
  },
  {
    kind: "embedder",
    name: "memory",
    run: () => runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage() }),
  },
  {
    kind: "embedder",
    name: "openai-compatible",
    run: () =>
      runEmbedderCases((stage) => openAICompatibleEmbedder({ ...stage, preset: "openai" }), { stage: openaiStage() }),
  },
  {
    kind: "embedder",
    name: "google",
    run: () => runEmbedderCases((stage) => googleEmbedder({ ...stage }), { stage: googleStage() }),
  },
];
