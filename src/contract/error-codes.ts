/** What a code means for the person who catches it: the HTTP status it stands for and whether trying again can help. */
interface CodeFacts {
  readonly status: number;
  readonly retryable: boolean;
}

const refused = { status: 400, retryable: false };

/** Every code with the status and retryability it has where the error itself says nothing else. */
export const llmErrorCodes = {
  LLM_DISABLED: { status: 503, retryable: false },
  LLM_INVALID_CONFIG: refused,
  LLM_INVALID_REQUEST: refused,
  LLM_INVALID_SCHEMA: refused,
  LLM_INVALID_TOOL: refused,
  LLM_ATTACHMENT_TOO_LARGE: { status: 413, retryable: false },
  LLM_UNSUPPORTED: refused,
  LLM_UNAUTHORIZED: { status: 401, retryable: false },
  LLM_MODEL_NOT_FOUND: { status: 404, retryable: false },
  LLM_RATE_LIMITED: { status: 429, retryable: true },
  LLM_QUOTA_EXCEEDED: { status: 429, retryable: false },
  LLM_CONTEXT_TOO_LONG: refused,
  LLM_REQUEST_REJECTED: refused,
  LLM_PROVIDER_ERROR: { status: 502, retryable: true },
  LLM_BAD_RESPONSE: { status: 502, retryable: false },
  LLM_STREAM_INTERRUPTED: { status: 502, retryable: false },
  LLM_NETWORK_ERROR: { status: 502, retryable: true },
  LLM_STREAM_CLOSED: { status: 499, retryable: false },
  LLM_CANCELLED: { status: 499, retryable: false },
  LLM_TIMEOUT: { status: 504, retryable: true },
  LLM_INVALID_OUTPUT: { status: 422, retryable: false },
  LLM_UNKNOWN_TOOL: refused,
  LLM_TOOL_NOT_LOCAL: { status: 500, retryable: false },
  LLM_MEMORY_EXHAUSTED: { status: 500, retryable: false },
} as const satisfies Record<string, CodeFacts>;

type LLMCode = keyof typeof llmErrorCodes;

/** A code: `LLM_…`, or the embedder's twin of it, `EMBED_…`. */
export type LLMErrorCode = LLMCode | (LLMCode extends `LLM_${infer Rest}` ? `EMBED_${Rest}` : never);

/** The facts of a code, either prefix. */
export function codeFacts(code: LLMErrorCode): CodeFacts {
  return llmErrorCodes[code.replace(/^EMBED_/, "LLM_") as LLMCode] ?? { status: 500, retryable: false };
}
