import { type Driver, type LLM, LLMError } from "../contract/index.js";
import { closeOnce } from "./close-once.js";
import { createLLMOn } from "./create-llm.js";
import { saidOfLarge, sayingOfLarge } from "./large-integers.js";
import { dressed, origins } from "./registry.js";

/** Changes how a driver's turns go: a usage meter, a recorder, a rate limit. */
export type DriverWrapper = (driver: Driver) => Driver;

/**
 * Puts a wrapper around an LLM's driver, under its tool loop and retries, so that it sees every turn and every attempt.
 * The options of the LLM stay as they are.
 * @throws LLMError `LLM_INVALID_CONFIG` for an LLM that `createLLM` did not build: its wrapper would vanish in silence
 */
export function wrapLLM(llm: LLM, wrap: DriverWrapper): LLM {
  const origin = origins.get(llm);
  if (!origin) {
    throw new LLMError(
      "LLM_INVALID_CONFIG",
      "wrapLLM takes an LLM that createLLM built; this one has no driver to wrap. Wrap its driver before createLLM instead",
      { provider: typeof llm?.provider === "string" ? llm.provider : "llm" },
    );
  }
  if (typeof wrap !== "function") {
    throw new LLMError("LLM_INVALID_CONFIG", `${llm.provider}: wrapLLM takes a function from driver to driver`, {
      provider: llm.provider,
    });
  }
  const wrapped = createLLMOn(wrap(origin.driver), origin.innermost, origin.options);
  return origin.dress ? dressed(wrapped, origin.dress) : wrapped;
}

/** A driver that does what another does, but for the methods given. For writing wrappers. */
export function overDriver(
  driver: Driver,
  methods: Partial<Pick<Driver, "turn" | "streamTurn" | "countTokens" | "close">>,
): Driver {
  const { streamTurn, countTokens, close } = driver;
  return {
    provider: driver.provider,
    model: driver.model,
    capabilities: driver.capabilities,
    ...sayingOfLarge(saidOfLarge(driver)),
    turn: (request, context) => driver.turn(request, context),
    ...(streamTurn && { streamTurn: streamTurn.bind(driver) }),
    ...(countTokens && { countTokens: countTokens.bind(driver) }),
    ...(close && { close: () => closeOnce(driver) }),
    ...methods,
  };
}
