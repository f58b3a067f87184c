import { createOpenAIServer } from "../../mock-server/index.js";
import { describeRoad } from "../../stages/testing/describe-road.js";
import { openaiEmbedExceptions, openaiExceptions } from "../../stages/testing/road-exceptions.js";
import { openAICompatible, openAICompatibleEmbedder } from "./index.js";

describeRoad({
  baseURL: "https://api.openai.test/v1",
  createServer: createOpenAIServer,
  createLLM: (reached) => openAICompatible({ ...reached, model: "m", preset: "openai" }),
  createEmbedder: (reached) => openAICompatibleEmbedder({ ...reached, model: "m", preset: "openai" }),
  exceptions: openaiExceptions,
  embedExceptions: openaiEmbedExceptions,
});
