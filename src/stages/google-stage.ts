import { createGoogleServer } from "../mock-server/index.js";
import type { Stage, WireStageOptions } from "../suite/index.js";
import { servedStage } from "./served-stage.js";

/** The stage of Gemini drivers: a scripted server on loopback, a new one for each case. */
export function googleStage(): Stage<WireStageOptions> {
  return servedStage({
    name: "google",
    // Like no provider's, as that of the openai stage.
    apiKey: "touchstone/fedc+ba98=76543210",
    // Of the generation that thinks by level, and takes tools and a schema together.
    model: "gemini-3-pro-preview",
    createServer: createGoogleServer,
  });
}
