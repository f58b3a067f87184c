import {
  type CallOptions,
  type Capabilities,
  type Capability,
  capabilityNames,
  type Driver,
  innermostDriver,
  isObject,
  type LLM,
  LLMError,
  type LLMRequest,
  type LLMResponse,
  type Message,
  unsupported,
  validateRequest,
} from "../contract/index.js";
import { checkConfig, checkRetries } from "./check-config.js";
import { closeOnce } from "./close-once.js";
import { saidOfLarge } from "./large-integers.js";
import { normaliseError } from "./normalise-error.js";
import { origins } from "./registry.js";
import { type RetryOptions, withRetries } from "./retry.js";
import { type OpenTurn, runGeneration } from "./run-generation.js";
import { createCalls } from "./running-calls.js";
import type { Scope } from "./scope.js";
import { openStream } from "./stream.js";

/** How an LLM behaves around its driver. */
export interface LLMOptions extends RetryOptions {}

/**
 * Makes an LLM of a driver: adds request validation, refusal by capability, the tool loop with approvals, retries, stream
 * semantics and error normalisation.
 * @throws LLMError `LLM_INVALID_CONFIG` when the driver claims what it has no method for, or an option is not valid
 */
export function createLLM(driver: Driver, options: LLMOptions = {}): LLM {
  return createLLMOn(driver, driver, options);
}

/** As `createLLM`, for a driver that wraps another. */
export function createLLMOn(driver: Driver, innermost: Driver, options: LLMOptions): LLM {
  const capabilities = checkDriver(driver, options);
  const { provider, model } = driver;
  const calls = createCalls(provider, "LLM");
  let closing: Promise<void> | undefined;

  /** The part of every call before the wire: validate, signal, capabilities. */
  const begin = (
    request: unknown,
    options: CallOptions | undefined,
    method?: Capability,
  ): { copy: LLMRequest; scope: Scope } => {
    const copy = validateRequest(request, provider, saidOfLarge(driver) === "on");
    const scope = calls.begin(options);
    const refused = [...(method ? [method] : []), ...asksFor(copy)].find((capability) => !capabilities[capability]);
    if (refused) {
      scope.release();
      throw unsupported(provider, refused);
    }
    return { copy, scope };
  };

  const wholeTurn: OpenTurn = async (request, context) => ({ whole: await driver.turn(request, context) });
  const streamedTurn: OpenTurn = async (request, context) => ({
    events: await (driver.streamTurn as NonNullable<Driver["streamTurn"]>)(request, context),
  });

  const llm: LLM = {
    provider,
    model,
    enabled: true,
    capabilities,
    [innermostDriver]: innermost,

    async generate(request, callOptions): Promise<LLMResponse> {
      const { copy, scope } = begin(request, callOptions);
      try {
        const generation = runGeneration(driver, wholeTurn, copy, scope, options);
        for (;;) {
          const next = await generation.next();
          if (next.done) return next.value;
        }
      } finally {
        scope.release();
      }
    },

    async stream(request, callOptions) {
      const { copy, scope } = begin(request, callOptions, "streaming");
      try {
        return await openStream(runGeneration(driver, streamedTurn, copy, scope, options), scope, provider);
      } catch (error) {
        scope.release();
        throw error;
      }
    },

    async countTokens(request, callOptions) {
      const { copy, scope } = begin(request, callOptions, "tokenCounting");
      const { approve: _, ...turnRequest } = copy;
      const count = () =>
        (driver.countTokens as NonNullable<Driver["countTokens"]>)(turnRequest, { signal: scope.signal, step: 1 });
      const blame = { provider, model: copy.model ?? model, prefix: "LLM" } as const;
      try {
        const tokens: unknown = await withRetries(count, (thrown) => normaliseError(thrown, blame), scope, options);
        if (Number.isSafeInteger(tokens) && (tokens as number) >= 0) return tokens as number;
        throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the token count is not a whole number`, blame);
      } finally {
        scope.release();
      }
    },

    close() {
      closing ??= (async () => {
        calls.close();
        await closeOnce(driver);
      })().catch((error: unknown) => {
        throw normaliseError(error, { provider, model, prefix: "LLM" });
      });
      return closing;
    },
  };
  origins.set(llm, { driver, innermost, options });
  return llm;
}

function checkDriver(driver: Driver, options: LLMOptions): Capabilities {
  const provider = checkConfig(driver, "LLM", "turn");
  const refuse = (message: string): never => {
    throw new LLMError("LLM_INVALID_CONFIG", `${provider}: ${message}`, { provider });
  };
  checkRetries(options, refuse);
  const claimed = driver.capabilities ?? {};
  if (!isObject(claimed)) return refuse("the driver's capabilities must be an object");
  for (const [name, claim] of Object.entries(claimed)) {
    if (!capabilityNames.includes(name as Capability))
      refuse(`there is no capability "${name}"; there are ${capabilityNames.join(", ")}`);
    if (claim !== undefined && typeof claim !== "boolean") refuse(`the capability ${name} must be true or false`);
  }
  const methods = { streaming: "streamTurn", tokenCounting: "countTokens" } as const;
  for (const [capability, method] of Object.entries(methods) as [
    keyof typeof methods,
    "streamTurn" | "countTokens",
  ][]) {
    if (claimed[capability] && typeof driver[method] !== "function")
      refuse(`the driver claims ${capability} but has no ${method}()`);
  }
  return Object.freeze(
    Object.fromEntries(capabilityNames.map((name) => [name, claimed[name] === true])) as unknown as Capabilities,
  );
}

/** The capabilities that a request needs. */
function asksFor(request: LLMRequest): Capability[] {
  const tools = request.tools ?? [];
  const needs: [Capability, boolean][] = [
    ["structuredOutput", request.schema !== undefined],
    ["tools", tools.some((tool) => tool.providerType === undefined)],
    ["sources", tools.some((tool) => tool.providerType !== undefined)],
    ["vision", request.messages.some(hasAttachment)],
    ["reasoning", request.reasoning !== undefined && request.reasoning !== "off"],
  ];
  return needs.filter(([, needed]) => needed).map(([capability]) => capability);
}

function hasAttachment(message: Message): boolean {
  return (
    message.role !== "tool" &&
    typeof message.content !== "string" &&
    message.content.some((part) => part.type !== "text")
  );
}
