/** What a code means for the person who catches it: the HTTP status it stands for and whether trying again can help. */
interface CodeFacts {
  readonly status: number;
  readonly retryable: boolean;
  readonly when: string;
}

const refused = { status: 400, retryable: false } as const;

/** Every code with the status and retryability it has where the error itself says nothing else. */
export const llmErrorCodes = {
  LLM_DISABLED: { status: 503, retryable: false, when: "no model is configured" },
  LLM_INVALID_CONFIG: { ...refused, when: "bad options, at construction" },
  LLM_INVALID_REQUEST: { ...refused, when: "refused before anything is sent; the message names the place" },
  LLM_INVALID_SCHEMA: { ...refused, when: "the same, for `schema`" },
  LLM_INVALID_TOOL: { ...refused, when: "the same, for `tools` and `toolChoice`" },
  LLM_ATTACHMENT_TOO_LARGE: { status: 413, retryable: false, when: "attachments over 15 MiB together" },
  LLM_UNSUPPORTED: { ...refused, when: "a capability or field that this provider does not have" },
  LLM_UNAUTHORIZED: { status: 401, retryable: false, when: "the key was refused" },
  LLM_MODEL_NOT_FOUND: { status: 404, retryable: false, when: "there is no such model" },
  LLM_RATE_LIMITED: { status: 429, retryable: true, when: "too many requests" },
  LLM_QUOTA_EXCEEDED: { status: 429, retryable: false, when: "a spent budget, a daily quota" },
  LLM_CONTEXT_TOO_LONG: { ...refused, when: "more tokens than the model takes" },
  LLM_REQUEST_REJECTED: { ...refused, when: "the provider refused the request" },
  LLM_PROVIDER_ERROR: { status: 502, retryable: true, when: "the provider failed, or answered with nothing" },
  LLM_BAD_RESPONSE: { status: 502, retryable: false, when: "the reply is not what the protocol says" },
  LLM_STREAM_INTERRUPTED: { status: 502, retryable: false, when: "the connection was cut in the middle" },
  LLM_NETWORK_ERROR: { status: 502, retryable: true, when: "refused, reset, DNS, TLS" },
  LLM_STREAM_CLOSED: { status: 499, retryable: false, when: "the caller closed the stream" },
  LLM_CANCELLED: { status: 499, retryable: false, when: "the signal fired, or the LLM was closed" },
  LLM_TIMEOUT: {
    status: 504,
    retryable: true,
    when: "connect, headers, idle or total time; retryable before the first byte",
  },
  LLM_INVALID_OUTPUT: {
    status: 422,
    retryable: false,
    when: "`extract`: the answer is not JSON or does not fit; an `ExtractError`",
  },
  LLM_UNKNOWN_TOOL: { ...refused, when: "`runTool`: no tool has that name" },
  LLM_TOOL_NOT_LOCAL: { status: 500, retryable: false, when: "`runTool`: the provider runs it" },
  LLM_MEMORY_EXHAUSTED: {
    status: 500,
    retryable: false,
    when: "a memory model was asked more often than it was scripted",
  },
} as const satisfies Record<string, CodeFacts>;

type LLMCode = keyof typeof llmErrorCodes;

/** A code: `LLM_…`, or the embedder's twin of it, `EMBED_…`. */
export type LLMErrorCode = LLMCode | (LLMCode extends `LLM_${infer Rest}` ? `EMBED_${Rest}` : never);

/** The facts of a code, either prefix. */
export function codeFacts(code: LLMErrorCode): CodeFacts {
  return llmErrorCodes[code.replace(/^EMBED_/, "LLM_") as LLMCode] ?? { status: 500, retryable: false, when: "" };
}
