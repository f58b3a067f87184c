import {
  type Driver,
  type DriverWrapper,
  overDriver,
  type TurnContext,
  type TurnEvent,
  type TurnRequest,
} from "touchstone";
import { OutputValidationError, type Rejection, rejections } from "../output-validation-error.js";
import { validated } from "../validated.js";

type Open = NonNullable<Driver["streamTurn"]>;

/** Validation that goes wrong in one way: what it rejects with is dealt with by `instead`. */
function mutant(instead: {
  readonly turn?: (error: unknown, again: () => ReturnType<Driver["turn"]>) => ReturnType<Driver["turn"]>;
  readonly stream?: (error: unknown, again: () => ReturnType<Open>) => AsyncIterable<TurnEvent>;
}): DriverWrapper {
  return (driver) => {
    const strict = validated()(driver);
    return overDriver(driver, {
      turn: (request, context) =>
        strict.turn(request, context).catch((error) => {
          if (!instead.turn) throw error;
          return instead.turn(error, () => driver.turn(request, context));
        }),
      streamTurn: async (request, context) => {
        const again = () => (driver.streamTurn as Open)(request, context);
        const opened = await (strict.streamTurn as Open)(request, context);
        return (async function* () {
          const passed: TurnEvent[] = [];
          try {
            for await (const event of opened) {
              passed.push(event);
              yield event;
            }
          } catch (error) {
            if (!instead.stream) throw error;
            let skipped = 0;
            for await (const event of instead.stream(error, again)) if (skipped++ >= passed.length) yield event;
          }
        })();
      },
    });
  };
}

const isOf = (kind: Rejection, error: unknown) => error instanceof OutputValidationError && error.kind === kind;

const lettingThrough = (kind: Rejection): DriverWrapper =>
  mutant({
    turn: async (error, again) => {
      if (isOf(kind, error)) return again();
      throw error;
    },
    async *stream(error, again) {
      if (!isOf(kind, error)) throw error;
      yield* await again();
    },
  });

/** The same error with more, or less, in it. */
const retold = (tell: (error: OutputValidationError) => object): DriverWrapper => {
  const told = (error: unknown) => (error instanceof OutputValidationError ? Object.assign(error, tell(error)) : error);
  return mutant({
    turn: async (error) => {
      throw told(error);
    },
    // biome-ignore lint/correctness/useYield: it only throws.
    async *stream(error) {
      throw told(error);
    },
  });
};

const asking =
  (after: (driver: Driver, request: TurnRequest, context: TurnContext) => Promise<unknown>): DriverWrapper =>
  (driver) => {
    const strict = validated()(driver);
    return overDriver(driver, {
      turn: async (request, context) => {
        await after(driver, request, context);
        return strict.turn(request, context);
      },
      streamTurn: strict.streamTurn as Open,
    });
  };

/** Hands on every event as it comes, and looks at the whole afterwards. */
const hasty: DriverWrapper = (driver) =>
  overDriver(validated()(driver), {
    streamTurn: async (request, context) => {
      const seen: TurnEvent[] = [];
      const replay = async function* () {
        yield* seen;
      };
      const strict = validated()({ ...driver, streamTurn: async () => replay() });
      const looked = await (strict.streamTurn as Open)(request, context);
      const opened = await (driver.streamTurn as Open)(request, context);
      return (async function* () {
        for await (const event of opened) {
          seen.push(event);
          if (event.type !== "turn") yield event;
        }
        for await (const event of looked) if (event.type === "turn") yield event;
      })();
    },
  });

/** Wrappers with one defect each, by the check that finds it. */
export const mutants: Readonly<Record<string, DriverWrapper>> = {
  ...Object.fromEntries(
    (Object.keys(rejections) as Rejection[]).map((kind) => [kind.replaceAll("_", "-"), lettingThrough(kind)]),
  ),
  "good-answers-pass": (driver) =>
    overDriver(validated()(driver), {
      turn: async (request, context) => ({ ...(await validated()(driver).turn(request, context)), text: "" }),
    }),
  "requests-are-checked-first": asking((driver, request, context) => driver.turn(request, context)),
  "held-until-the-end": hasty,
  "tells-nothing-of-the-content": retold(() => ({ correction: "marker-7f3a9c" })),
};
