import {
  type EmbedBatch,
  type Embedder,
  type EmbedderDriver,
  type EmbedRequest,
  type EmbedResponse,
  innermostEmbedderDriver,
  LLMError,
  unsupported,
  validateEmbedRequest,
} from "../contract/index.js";
import { checkConfig, checkRetries } from "./check-config.js";
import { normaliseError } from "./normalise-error.js";
import { type RetryOptions, withRetries } from "./retry.js";
import { createCalls } from "./running-calls.js";
import type { Scope } from "./scope.js";

/** How an embedder behaves around its driver. */
export interface EmbedderOptions extends RetryOptions {}

/**
 * Makes an embedder of a driver: adds request validation, refusal, splitting into batches, retries and error
 * normalisation.
 * @throws LLMError `EMBED_INVALID_CONFIG` when the driver or an option is not valid
 */
export function createEmbedder(driver: EmbedderDriver, options: EmbedderOptions = {}): Embedder {
  const provider = checkConfig(driver, "EMBED", "embed");
  const refuse = (message: string): never => {
    throw new LLMError("EMBED_INVALID_CONFIG", `${provider}: ${message}`, { provider });
  };
  checkRetries(options, refuse);
  for (const name of ["maxBatchSize", "dimensions"] as const) {
    const value = driver[name];
    if (value !== undefined && !(Number.isInteger(value) && value > 0)) {
      refuse(`the driver's ${name} must be a positive whole number`);
    }
  }
  const calls = createCalls(provider, "EMBED");
  let closing: Promise<void> | undefined;

  return {
    provider,
    model: driver.model,
    ...(driver.dimensions !== undefined && { dimensions: driver.dimensions }),
    [innermostEmbedderDriver]: driver,

    async embed(request, callOptions): Promise<EmbedResponse> {
      const copy = validateEmbedRequest(request, provider);
      const scope = calls.begin(callOptions);
      const model = copy.model ?? driver.model;
      const toError = (thrown: unknown) => scope.ended ?? normaliseError(thrown, { provider, model, prefix: "EMBED" });
      try {
        for (const field of ["task", "dimensions"] as const) {
          if (copy[field] !== undefined && !driver.capabilities?.[field]) throw unsupported(provider, field, "EMBED");
        }
        return await embedAll(driver, copy, scope, options, toError);
      } catch (thrown) {
        throw toError(thrown);
      } finally {
        scope.release();
      }
    },

    close() {
      closing ??= (async () => {
        calls.close();
        await driver.close?.();
      })().catch((error: unknown) => {
        throw normaliseError(error, { provider, model: driver.model, prefix: "EMBED" });
      });
      return closing;
    },
  };
}

/** One batch after the other, so that a failure or an abort stops the rest. */
async function embedAll(
  driver: EmbedderDriver,
  request: EmbedRequest,
  scope: Scope,
  options: EmbedderOptions,
  toError: (thrown: unknown) => LLMError,
): Promise<EmbedResponse> {
  const { provider, maxBatchSize = request.texts.length } = driver;
  const vectors: number[][] = [];
  const batches: EmbedBatch[] = [];
  for (let start = 0; start < request.texts.length; start += maxBatchSize) {
    const texts = request.texts.slice(start, start + maxBatchSize);
    const context = { signal: scope.signal };
    const batch = await withRetries(() => driver.embed({ ...request, texts }, context), toError, scope, options);
    checkBatch(batch, texts.length, request.dimensions, vectors[0]?.length, provider);
    for (const vector of batch.vectors) vectors.push(vector);
    batches.push(batch);
  }
  const tokens = batches.map((batch) => batch.usage?.inputTokens);
  const known = tokens.every((count): count is number => Number.isSafeInteger(count) && (count as number) >= 0);
  return {
    vectors,
    ...(batches.some((batch) => batch.normalized) && { normalized: true }),
    model: batches.at(-1)?.model ?? request.model ?? driver.model,
    provider,
    usage: known ? { inputTokens: tokens.reduce((sum, count) => sum + count, 0) } : {},
  };
}

/** A vector too few or of another length would reach a database as somebody else's, with no error. */
function checkBatch(
  batch: EmbedBatch,
  texts: number,
  dimensions: number | undefined,
  before: number | undefined,
  provider: string,
): void {
  const bad: (what: string) => never = (what) => {
    throw new LLMError("EMBED_BAD_RESPONSE", `${provider}: ${what}`, { provider });
  };
  if (!Array.isArray(batch?.vectors)) bad("the driver gave no vectors");
  if (batch.vectors.length !== texts) bad(`${texts} texts were sent and ${batch.vectors.length} vectors came back`);
  if (batch.model !== undefined && typeof batch.model !== "string") bad("the driver's model is not a string");
  const length = dimensions ?? before ?? batch.vectors[0]?.length;
  batch.vectors.forEach((vector, i) => {
    // Over a copy, because `every` skips the holes of a list.
    if (!Array.isArray(vector) || vector.length === 0 || !Array.from(vector).every(Number.isFinite)) {
      bad(`vectors[${i}] is not a list of finite numbers`);
    }
    if (vector.length !== length) {
      bad(
        `vectors[${i}] has ${vector.length} dimensions where ${length} were ${dimensions ? "asked for" : "expected"}`,
      );
    }
  });
}
