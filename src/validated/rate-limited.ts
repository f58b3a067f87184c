import {
  type Driver,
  isLLMError,
  LLMError,
  type TurnContext,
  type TurnEvent,
  type TurnRequest,
} from "../contract/index.js";
import { batchesOf, type DriverWrapper, type InBatches, inBatches, overDriver } from "../generation/index.js";
import { isCount } from "./check-answer.js";
import { createTokenBudget, type TokenBudget } from "./token-budget.js";
import { refuseForeignModel } from "./validated.js";

export interface RateLimitedOptions {
  /** What the provider allows: input tokens, and `maxTokens` where a request names it. A positive number. */
  readonly tokensPerMinute: number;
}

/** A wrapper that keeps to a budget of tokens. */
export interface RateLimited extends DriverWrapper {
  /** Tokens a minute that are used now: the budget, less after every 429. */
  rate(): number;
}

/**
 * Keeps all models that it is put around, together, to one budget of tokens: each turn is counted exactly, and waits for
 * its tokens. A 429 halves the rate, down to a tenth; each success adds 5 % of the budget again. A stream has succeeded
 * when its end has come.
 * @throws LLMError `LLM_INVALID_CONFIG` for a budget that is none; when it is put around a model that cannot count tokens
 *   exactly
 */
export function rateLimited({ tokensPerMinute }: RateLimitedOptions): RateLimited {
  if (!Number.isFinite(tokensPerMinute) || tokensPerMinute <= 0)
    throw new LLMError("LLM_INVALID_CONFIG", "rateLimited: tokensPerMinute must be a positive number");
  const budget = createTokenBudget(tokensPerMinute);
  return Object.assign((driver: Driver) => limited(driver, budget), { rate: () => budget.rate });
}

function limited(driver: Driver, budget: TokenBudget): Driver {
  const { provider, streamTurn, countTokens } = driver;
  if (!driver.capabilities?.tokenCounting || !countTokens) {
    throw new LLMError(
      "LLM_INVALID_CONFIG",
      `${provider}: rateLimited needs a model that counts tokens exactly (the capability tokenCounting); an estimate would pass the budget, or waste it`,
      { provider },
    );
  }
  const blamed = (thrown: unknown): unknown => {
    if (isLLMError(thrown) && thrown.code === "LLM_RATE_LIMITED") budget.throttled();
    return thrown;
  };
  const afterRoom = async <T>(request: TurnRequest, context: TurnContext, begin: () => Promise<T>): Promise<T> => {
    refuseForeignModel(request, driver);
    try {
      const tokens: unknown = await countTokens.call(driver, request, context);
      if (!isCount(tokens))
        throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the token count is not a whole number`, { provider });
      await budget.take((tokens as number) + (request.maxTokens ?? 0), context.signal);
      return await begin();
    } catch (thrown) {
      throw blamed(thrown);
    }
  };
  return overDriver(driver, {
    async turn(request, context) {
      const turn = await afterRoom(request, context, () => driver.turn(request, context));
      budget.succeeded();
      return turn;
    },
    ...(streamTurn && {
      async streamTurn(request, context) {
        const events = await afterRoom(request, context, () => streamTurn.call(driver, request, context));
        return watched(events, () => budget.succeeded(), blamed);
      },
    }),
  });
}

/** The same stream, in the same batches; tells when its end, or an error, has come. */
function watched(
  events: AsyncIterable<TurnEvent>,
  onEnd: () => void,
  blamed: (thrown: unknown) => unknown,
): AsyncIterable<TurnEvent> & InBatches<TurnEvent> {
  async function* batches(): AsyncGenerator<readonly TurnEvent[]> {
    const source = batchesOf(events);
    let isOver = false;
    try {
      for (;;) {
        const next = await source.next();
        if (next.done) break;
        const batch: TurnEvent[] = [];
        let failure: { readonly thrown: unknown } | undefined;
        try {
          for (const event of next.value) batch.push(event);
        } catch (thrown) {
          // What came before it is not lost.
          failure = { thrown };
        }
        if (batch.some(({ type }) => type === "turn")) {
          isOver = true;
          onEnd();
        }
        if (batch.length > 0) yield batch;
        if (failure) throw failure.thrown;
      }
      isOver = true;
    } catch (thrown) {
      isOver = true;
      throw blamed(thrown);
    } finally {
      if (!isOver) void (async () => source.return?.())().catch(() => {});
    }
  }
  return {
    [inBatches]: batches,
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch;
    },
  };
}
