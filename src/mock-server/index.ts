export { createGoogleServer, type GoogleServerOptions } from "./google/index.js";
export type { IncomingRequest, MockServer } from "./mock-server.js";
export { type MSWHttp, mswHandlers } from "./msw-handlers.js";
export { createOpenAIServer, type OpenAIServerOptions } from "./openai/server.js";
export type { RecordedRequest } from "./recorder.js";
export { createReplayServer, type ReplayedRequest, type ReplayOptions, type ReplayServer } from "./replay.js";
export { type ServedMock, type ServeOptions, serve } from "./serve.js";
