export { createGoogleServer, type GoogleServerOptions } from "./google/index.js";
export type { MockServer } from "./mock-server.js";
export { type MSWHttp, mswHandlers } from "./msw-handlers.js";
export { createOpenAIServer, type OpenAIServerOptions } from "./openai/server.js";
export type { RecordedRequest } from "./recorder.js";
export { type ServedMock, serve } from "./serve.js";
