import { type Capabilities, type LLM, LLMError, type LLMRequest, type LLMResponse } from "../../contract/index.js";
import type { Power, SentRequest, Stage, StageOptions } from "../index.js";

const none: Capabilities = {
  streaming: false,
  structuredOutput: false,
  tools: false,
  vision: false,
  reasoning: false,
  tokenCounting: false,
  promptCaching: false,
  sources: false,
};

/** An LLM by hand that answers everything with "Hello.", claims nothing, and refuses tools. */
export function plainLLM(methods: Partial<LLM> = {}): LLM {
  const refused = async () => {
    throw new LLMError("LLM_UNSUPPORTED", "plain does not support this", { provider: "plain" });
  };
  return {
    provider: "plain",
    model: "plain-1",
    enabled: true,
    capabilities: none,
    generate: async (request: LLMRequest) => (request.tools ? refused() : response("Hello.")),
    stream: refused,
    countTokens: refused,
    close: async () => {},
    ...methods,
  };
}

export function response(text: string): LLMResponse {
  return {
    ...{ text, model: "plain-1", provider: "plain", finishReason: "stop", usage: {}, steps: 1 },
    ...{ toolCalls: [], sources: [], messages: [{ role: "assistant", content: text }] },
  };
}

/** A stage that does nothing but say what it can, and notes what was closed. */
export function plainStage(
  powers: readonly Power[] = ["script"],
  { sent = [], open = async () => {} }: { sent?: readonly SentRequest[]; open?: () => Promise<void> } = {},
): Stage & { readonly closed: string[] } {
  const closed: string[] = [];
  return {
    name: "plain",
    powers,
    closed,
    async open({ script = [], maxRetries = 0, timeouts = {} }) {
      await open();
      const options: StageOptions = { model: "plain-1", script, maxRetries, timeouts };
      return {
        options,
        sent: () => sent,
        arrived: async () => sent[0] as SentRequest,
        close: async () => {
          closed.push("scene");
        },
      };
    },
  };
}
