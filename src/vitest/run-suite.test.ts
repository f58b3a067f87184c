import { openAICompatible, openAICompatibleEmbedder } from "../drivers/index.js";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import { memoryStage } from "../stages/index.js";
import { runEmbedderSuite, runSuite } from "./index.js";

// The built-in subjects, judged as their users judge theirs.
runSuite(({ script }) => memoryLLM(...script), { protocol: "memory" });
runEmbedderSuite(() => memoryEmbedder(), { stage: memoryStage(), name: "embedder on a stage that was handed in" });
runSuite((stage) => openAICompatible({ ...stage, preset: "openai" }), { protocol: "openai" });
runEmbedderSuite((stage) => openAICompatibleEmbedder({ ...stage, preset: "openai" }), { protocol: "openai" });
