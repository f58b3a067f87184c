import { createGoogleServer } from "../../mock-server/index.js";
import { describeRoad } from "../../stages/testing/describe-road.js";
import { googleEmbedExceptions, googleExceptions } from "../../stages/testing/road-exceptions.js";
import { google, googleEmbedder } from "./index.js";

describeRoad({
  baseURL: "https://google.test/v1beta",
  createServer: createGoogleServer,
  // Of the generation whose thinking can be switched off.
  createLLM: (reached) => google({ ...reached, model: "gemini-2.5-flash" }),
  // Its vectors come as the server sends them.
  createEmbedder: (reached) => googleEmbedder({ ...reached, model: "text-embedding-004" }),
  exceptions: googleExceptions,
  embedExceptions: googleEmbedExceptions,
});
