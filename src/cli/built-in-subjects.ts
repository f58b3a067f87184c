import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import type { NamedReport } from "../report/index.js";
import { googleStage, memoryStage, openaiStage } from "../stages/index.js";
import { runEmbedderCases, runLLMCases } from "../suite/index.js";

/** A subject that the kit brings along, and how it is judged. */
export interface BuiltInSubject {
  readonly name: string;
  run(): Promise<NamedReport["report"]>;
}

/** The LLMs. Each is judged offline: in memory, or over loopback HTTP against a mock server. */
export const builtInLLMs: readonly BuiltInSubject[] = [
  {
    name: "memory",
    run: () => runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage() }),
  },
  {
    name: "openai-compatible",
    run: () => runLLMCases((stage) => openAICompatible({ ...stage, preset: "openai" }), { stage: openaiStage() }),
  },
  {
    name: "google",
    run: () => runLLMCases((stage) => google({ ...stage }), { stage: googleStage() }),
  },
];

/** The embedders, likewise. */
export const builtInEmbedders: readonly BuiltInSubject[] = [
  { name: "memory", run: () => runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage() }) },
  {
    name: "openai-compatible",
    run: () =>
      runEmbedderCases((stage) => openAICompatibleEmbedder({ ...stage, preset: "openai" }), { stage: openaiStage() }),
  },
  {
    name: "google",
    run: () => runEmbedderCases((stage) => googleEmbedder({ ...stage }), { stage: googleStage() }),
  },
];
