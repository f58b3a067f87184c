import { isLLMError } from "../contract/index.js";
import { type OpenAICompatibleOptions, openAICompatible, type Preset, presets } from "../drivers/index.js";
import { UsageError } from "./usage-error.js";

/** What `check` is told of an endpoint on the command line. */
export interface EndpointFlags {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly preset?: string;
  /** The name of an environment variable, never the key itself. */
  readonly keyEnv?: string;
}

/** The plainest request failed: nothing of the endpoint can be judged. The message says why, and what to look at. */
export class UnansweredError extends Error {}

/**
 * The driver's options that the flags stand for.
 * @throws UsageError when they do not go together, or make no driver
 */
export async function readTarget({ baseUrl, model, preset, keyEnv }: EndpointFlags): Promise<OpenAICompatibleOptions> {
  if (model === undefined) throw new UsageError("--base-url needs --model, the name of the model to ask there");
  const apiKey = keyEnv === undefined ? undefined : process.env[keyEnv];
  if (keyEnv !== undefined && !apiKey) throw new UsageError(`--key-env: ${missingKey(keyEnv)}`);
  if (preset !== undefined && !isPreset(preset)) {
    throw new UsageError(`--preset: there is no "${preset}"; there are ${Object.keys(presets).join(", ")}`);
  }
  const target = { baseURL: baseUrl, model, preset, apiKey };
  try {
    await openAICompatible(target).close();
  } catch (error) {
    if (isLLMError(error) && error.code === "LLM_INVALID_CONFIG") throw new UsageError(error.message);
    throw error;
  }
  return target;
}

/** How long the first answer may take, in milliseconds; a model may have to be loaded. */
const firstAnswer = 60_000;

/**
 * Asks the plainest thing once, so that a wrong address, key or model is one line and not a hundred failed checks.
 * @throws UnansweredError when that fails
 */
export async function expectAnswer(target: OpenAICompatibleOptions): Promise<void> {
  const llm = openAICompatible({ ...target, maxRetries: 0, timeouts: { headers: firstAnswer, total: firstAnswer } });
  try {
    await llm.generate({ messages: [{ role: "user", content: "Say hello." }] });
  } catch (error) {
    if (!isLLMError(error)) throw error;
    throw new UnansweredError(
      `a plain "Say hello." failed, so nothing else was asked: ${error.code} (status ${error.status}): ${error.message}\n` +
        "Look at --base-url (what lies above /chat/completions, often ending in /v1), --model and --key-env.",
    );
  } finally {
    await llm.close();
  }
}

/** What was given instead of a name may be the key itself; it is never shown. */
function missingKey(keyEnv: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(keyEnv)) return `the environment variable ${keyEnv} is not set`;
  return "it takes the name of an environment variable that holds the key, such as OPENAI_API_KEY, and no such one is set";
}

function isPreset(name: string): name is Preset {
  return Object.hasOwn(presets, name);
}
