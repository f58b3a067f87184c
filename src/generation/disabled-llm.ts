import { type Capabilities, capabilityNames, type LLM, LLMError } from "../contract/index.js";

/** Stands in for a service without a model: `enabled` is false, and every call rejects with `LLM_DISABLED`. */
export function disabledLLM(): LLM {
  const disabled = async (): Promise<never> => {
    throw new LLMError("LLM_DISABLED", "no model is configured", { provider: "disabled" });
  };
  return {
    provider: "disabled",
    model: "disabled",
    enabled: false,
    capabilities: Object.freeze(
      Object.fromEntries(capabilityNames.map((name) => [name, false])) as unknown as Capabilities,
    ),
    generate: disabled,
    stream: disabled,
    countTokens: disabled,
    close: async () => {},
  };
}
