import { createOpenAIServer } from "../mock-server/index.js";
import type { Stage, WireStageOptions } from "../suite/index.js";
import { servedStage } from "./served-stage.js";

/** The stage of OpenAI-compatible drivers: a scripted server on loopback, a new one for each case. */
export function openaiStage(): Stage<WireStageOptions> {
  return servedStage({
    name: "openai",
    // Like no provider's, so that who hides keys by their looks does not hide it; and other in an address and in JSON.
    apiKey: "touchstone/0123+4567=89abcdef",
    model: "gpt-test",
    createServer: createOpenAIServer,
  });
}
