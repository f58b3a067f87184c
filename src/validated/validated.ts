import { type Driver, LLMError, type TurnRequest, unsupported } from "../contract/index.js";
import {
  askingForLarge,
  type DriverWrapper,
  inBatches,
  overDriver,
  saidOfLarge,
  sayingOfLarge,
} from "../generation/index.js";
import { checkAnswer, isCount, type Reject } from "./check-answer.js";
import { checkRequest } from "./check-request.js";
import { checkedStream } from "./check-stream.js";
import { correctionFor } from "./correction.js";
import type { LargeIntegers } from "./inexact-numbers.js";
import type { LargeIntegerOptions } from "./large-integer-options.js";
import type { Logger } from "./logger.js";
import { OutputValidationError } from "./output-validation-error.js";
import { ToolInputError } from "./tool-input-error.js";

export interface ValidatedOptions extends LargeIntegerOptions {
  /** Told of every answer that is refused, at `warn`: its kind and its evidence, nothing of its content. */
  readonly logger?: Logger | undefined;
}

/**
 * A wrapper under which a model cannot hand over a malformed answer: `wrapLLM(llm, validated())`. A request that no answer
 * could be held against is refused before the provider sees it. Every answer is held against the contract and the
 * request; one that does not fit is an `OutputValidationError` and reaches nobody: no approval, no handler, no caller.
 */
export function validated({ logger, largeIntegers = "refuse" }: ValidatedOptions = {}): DriverWrapper {
  if (largeIntegers !== "refuse" && largeIntegers !== "bigint")
    throw new LLMError("LLM_INVALID_CONFIG", 'validated: largeIntegers must be "refuse" or "bigint"');
  return (driver) => {
    const { provider } = driver;
    const isAble = saidOfLarge(driver) !== undefined;
    const taken = largeIntegers === "bigint" ? "exact" : "exact, and refused";
    const large: LargeIntegers = isAble ? taken : "unknown";
    // Asked also for what is to be refused: rounded, it could not be told from a number that is meant as it is.
    const toAsk = (request: TurnRequest) => (isAble ? askingForLarge(request) : request);
    const rejecting =
      (request: TurnRequest, received: () => unknown): Reject =>
      (kind, what, refused = []) => {
        const [first] = refused;
        const error = new OutputValidationError(kind, received(), {
          provider,
          model: request.model ?? driver.model,
          cause: first ? new ToolInputError(first.tool, first.issues, provider) : new Error(what),
          correction: first && correctionFor(refused),
        });
        try {
          logger?.warn({ provider, model: error.model, kind, evidence: error.evidence }, "an answer was refused");
        } catch {
          // A logger that fails fails alone: the answer is refused for its own reason.
        }
        throw error;
      };

    const { streamTurn, countTokens } = driver;
    const checked = overDriver(driver, {
      async turn(request, context) {
        const expectations = checkRequest(request, provider, large);
        const answer: unknown = await driver.turn(toAsk(request), context);
        return checkAnswer(
          answer,
          request,
          expectations,
          rejecting(request, () => withoutRaw(answer)),
        );
      },
      ...(streamTurn && {
        async streamTurn(request, context) {
          const expectations = checkRequest(request, provider, large);
          const events = await streamTurn.call(driver, toAsk(request), context);
          if (!isStream(events)) rejecting(request, () => undefined)("stream_protocol", "it is not a stream");
          return checkedStream(events, {
            holdsText: request.schema !== undefined,
            check: (answer, reject) => checkAnswer(answer, request, expectations, reject),
            rejecting: (received) => rejecting(request, received),
          });
        },
      }),
      ...(countTokens && {
        async countTokens(request, context) {
          checkRequest(request, provider, large);
          refuseForeignModel(request, driver);
          const tokens: unknown = await countTokens.call(driver, request, context);
          if (!isCount(tokens)) rejecting(request, () => tokens)("usage", "the count is not a whole number of tokens");
          return tokens as number;
        },
      }),
    });
    return isAble && largeIntegers === "bigint" ? { ...checked, ...sayingOfLarge("on") } : checked;
  };
}

/** A count is exact for the model whose tokens are counted, and a guess for any other. */
export function refuseForeignModel({ model }: TurnRequest, driver: Driver): void {
  if (model !== undefined && model !== driver.model)
    throw unsupported(driver.provider, `counting the tokens of another model than ${driver.model}`);
}

/** What the evidence is of. */
function withoutRaw(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  try {
    const { raw: _, ...others } = answer as { raw?: unknown };
    return others;
  } catch {
    // A getter that throws.
    return answer;
  }
}

const isStream = (events: unknown): boolean =>
  typeof events === "object" && events !== null && (Symbol.asyncIterator in events || inBatches in events);
