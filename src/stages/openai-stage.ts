import { createOpenAIServer } from "../mock-server/index.js";
import type { Stage, WireStageOptions } from "../suite/index.js";
import { servedStage } from "./served-stage.js";

/** The stage of OpenAI-compatible drivers: a scripted server on loopback, a new one for each case. */
export function openaiStage(): Stage<WireStageOptions> {
  return servedStage({
    name: "openai",
    apiKey: "sk-touchstone-0123456789abcdef",
    model: "gpt-test",
    createServer: createOpenAIServer,
  });
}
