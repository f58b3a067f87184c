import { LLMError } from "../contract/index.js";
import type { RetryOptions } from "./retry.js";

/**
 * Checks what every driver must have.
 * @returns its provider
 * @throws LLMError `…_INVALID_CONFIG`
 */
export function checkConfig(driver: unknown, prefix: "LLM" | "EMBED", method: string): string {
  const loose = (typeof driver === "object" && driver !== null ? driver : {}) as Readonly<Record<string, unknown>>;
  const provider = typeof loose.provider === "string" && loose.provider ? loose.provider : undefined;
  for (const name of ["provider", "model"]) {
    if (typeof loose[name] !== "string" || loose[name] === "")
      refuse(`the driver's ${name} must be a string that is not empty`);
  }
  if (typeof loose[method] !== "function") refuse(`the driver has no ${method}()`);
  return loose.provider as string;

  function refuse(message: string): never {
    const name = provider ?? "llm";
    throw new LLMError(`${prefix}_INVALID_CONFIG`, `${name}: ${message}`, { provider: name });
  }
}

export function checkRetries(options: RetryOptions, refuse: (message: string) => never): void {
  if (typeof options !== "object" || options === null) refuse("the options must be an object");
  const { maxRetries, retryDelay } = options;
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0)) {
    refuse("maxRetries must be a whole number that is not negative");
  }
  if (retryDelay !== undefined && !(Number.isFinite(retryDelay) && retryDelay >= 0)) {
    refuse("retryDelay must be a number of milliseconds that is not negative");
  }
}
