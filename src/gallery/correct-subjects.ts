import { capabilityNames, type Embedder, type LLM } from "../contract/index.js";
import { google, googleEmbedder, openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { createMemoryLLM, memoryEmbedder, memoryLLM } from "../memory/index.js";
import { googleStage, memoryStage, openaiStage } from "../stages/index.js";
import {
  runEmbedderCases,
  runLLMCases,
  type StageOptions,
  type SuiteReport,
  type WireStageOptions,
} from "../suite/index.js";

/** The stages on which subjects of the gallery are played. */
export const stageNamed = { memory: memoryStage, openai: openaiStage, google: googleStage } as const;

/** The LLMs that mutants are made of. */
export const correctLLM = {
  memory: ({ script }: StageOptions): LLM => memoryLLM(...script),
  openai: (stage: WireStageOptions): LLM => openAICompatible({ ...stage, preset: "openai" }),
  google: (stage: WireStageOptions): LLM => google({ ...stage }),
} as const;

/** The same for embedders. */
export const correctEmbedder = {
  memory: (): Embedder => memoryEmbedder(),
  openai: (stage: WireStageOptions): Embedder => openAICompatibleEmbedder({ ...stage, preset: "openai" }),
  google: (stage: WireStageOptions): Embedder => googleEmbedder({ ...stage }),
} as const;

/** A subject in which nothing is wrong, and how it is judged. */
export interface CorrectSubject {
  readonly name: string;
  run(): Promise<SuiteReport>;
}

const nothing = Object.fromEntries(capabilityNames.map((name) => [name, false]));

/** Nothing of these may fail; among them what mutants are made of, on the stages where they are played. */
export const correctSubjects: readonly CorrectSubject[] = [
  { name: "memory", run: () => runLLMCases(correctLLM.memory, { stage: memoryStage() }) },
  { name: "openai-compatible", run: () => runLLMCases(correctLLM.openai, { stage: openaiStage() }) },
  {
    name: "openai-compatible, through fetch",
    run: () =>
      runLLMCases((stage) => openAICompatible({ ...stage, preset: "openai", fetch }), { stage: openaiStage() }),
  },
  { name: "google", run: () => runLLMCases(correctLLM.google, { stage: googleStage() }) },
  {
    name: "memory, claiming nothing",
    run: () =>
      runLLMCases(({ script: replies }) => createMemoryLLM({ replies, capabilities: nothing }), {
        stage: memoryStage(),
      }),
  },
  { name: "memory embedder", run: () => runEmbedderCases(correctEmbedder.memory, { stage: memoryStage() }) },
  { name: "openai-compatible embedder", run: () => runEmbedderCases(correctEmbedder.openai, { stage: openaiStage() }) },
  { name: "google embedder", run: () => runEmbedderCases(correctEmbedder.google, { stage: googleStage() }) },
];
