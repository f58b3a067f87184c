import { type LLMErrorCode, llmErrorCodes, type ScriptedError } from "../../contract/index.js";
import { many, one, type RoadScript } from "./road-script.js";
import { loop, paris } from "./road-tools.js";

/** What a provider can send before anything else. */
const sent: readonly ScriptedError[] = [
  { code: "LLM_UNAUTHORIZED", message: "The key was refused." },
  { code: "LLM_UNAUTHORIZED", status: 403, message: "This key may not do that." },
  { code: "LLM_MODEL_NOT_FOUND", message: "The model is not there." },
  { code: "LLM_RATE_LIMITED", message: "Slow down.", retryAfterMs: 1500, requestId: "req_scripted" },
  { code: "LLM_RATE_LIMITED", message: "Slow down." },
  { code: "LLM_QUOTA_EXCEEDED", message: "The budget is spent." },
  { code: "LLM_QUOTA_EXCEEDED", status: 402, message: "Pay first." },
  { code: "LLM_CONTEXT_TOO_LONG", message: "That is too long." },
  { code: "LLM_CONTEXT_TOO_LONG", status: 413, message: "That is far too long." },
  { code: "LLM_REQUEST_REJECTED", message: "That is not taken." },
  { code: "LLM_REQUEST_REJECTED", status: 409, message: "Not at this moment." },
  { code: "LLM_REQUEST_REJECTED", status: 422, message: "That makes no sense." },
  { code: "LLM_UNSUPPORTED", message: "Unsupported parameter: 'seed' is not supported with this model." },
  { code: "LLM_PROVIDER_ERROR", message: "Something broke." },
  { code: "LLM_PROVIDER_ERROR", status: 500, message: "Something broke inside." },
  { code: "LLM_PROVIDER_ERROR", status: 503, message: "Overloaded.", retryAfterMs: 20 },
  { code: "LLM_BAD_RESPONSE" },
  { code: "LLM_STREAM_INTERRUPTED" },
  { code: "LLM_NETWORK_ERROR" },
];

/** Those, and every other code once. */
const errors: readonly ScriptedError[] = [
  ...sent,
  ...(Object.keys(llmErrorCodes) as LLMErrorCode[])
    .filter((code) => !sent.some((error) => error.code === code))
    .map((code) => ({ code })),
];

const withText: readonly LLMErrorCode[] = [
  ...(["LLM_UNAUTHORIZED", "LLM_MODEL_NOT_FOUND", "LLM_RATE_LIMITED", "LLM_QUOTA_EXCEEDED"] as const),
  ...(["LLM_CONTEXT_TOO_LONG", "LLM_REQUEST_REJECTED", "LLM_PROVIDER_ERROR", "LLM_BAD_RESPONSE"] as const),
  ...(["LLM_STREAM_INTERRUPTED", "LLM_NETWORK_ERROR"] as const),
];

/** Scripts of what goes wrong. */
export const failures: readonly RoadScript[] = [
  ...errors.map((error) =>
    one(["error", error.code, error.status, error.retryAfterMs].filter(Boolean).join(" "), { error }),
  ),
  ...withText.map((code) => one(`text, then ${code}`, { text: "Hello, this is", error: { code } })),
  one("a cut", { cut: true }),
  one("text, then a cut", { text: "Hello, this is", cut: true }),
  one("reasoning, then a cut", { reasoning: "They greet", cut: true }),
  many("an error in a later step", [{ toolCalls: [paris] }, { error: { code: "LLM_PROVIDER_ERROR" } }], loop),
  many("a cut in a later step", [{ toolCalls: [paris] }, { text: "21 deg", cut: true }], loop),
];
