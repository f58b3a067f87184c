import { isDeepStrictEqual } from "node:util";
import {
  type CallOptions,
  isLLMError,
  isObject,
  type LLM,
  LLMError,
  type LLMErrorDetails,
  type LLMRequest,
  type LLMResponse,
} from "../contract/index.js";
import type { Harm, Spoil } from "./mutant.js";

// Defects in what an application holds: methods and fields of an LLM that are others than they should be.

/** Some methods or fields are others, the rest is as it should be. Getters stay getters. Calling or reading one is the harm. */
export const badLLM =
  (defect: (llm: LLM) => object): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, withHarm(defect(llm), harm));

/** A subject with other members, whose defects tell their harm themselves. */
export function replacing<Subject extends object>(subject: Subject, members: object): Subject {
  return Object.defineProperties({ ...subject }, Object.getOwnPropertyDescriptors(members)) as Subject;
}

/** Members of which every use is told. */
export function withHarm(members: object, harm: Harm): object {
  const told = Object.entries(Object.getOwnPropertyDescriptors(members)).map(([name, { get, value }]) => [
    name,
    {
      enumerable: true,
      configurable: true,
      get() {
        harm();
        return get ? get.call(this) : value;
      },
    },
  ]);
  return Object.defineProperties({}, Object.fromEntries(told));
}

/** What a change made of a value; that it is another is the harm, or that the change throws. */
export function changed<T>(before: T, change: (value: T, harm: Harm) => T, harm: Harm): T {
  let after: T | undefined;
  try {
    after = change(before, harm);
    return after;
  } finally {
    if (!isDeepStrictEqual(before, after)) harm();
  }
}

/** What is no request at all is left to be refused. */
export function isRequest(request: unknown): request is LLMRequest {
  return isObject(request) && Array.isArray(request.messages);
}

/** Another request than the caller's. */
export const badRequest = (change: (request: LLMRequest, harm: Harm) => LLMRequest): Spoil<LLM> =>
  rewriting((request, harm) => changed(request, change, harm));

/** The same for changes that tell their harm themselves. */
export const rewriting =
  (rewrite: (request: LLMRequest, harm: Harm, options: CallOptions) => LLMRequest): Spoil<LLM> =>
  (llm, harm) => {
    const spoil = (request: LLMRequest, options: CallOptions = {}) =>
      isRequest(request) ? rewrite(request, harm, options) : request;
    return replacing(llm, {
      generate: (async (request, options) => llm.generate(spoil(request, options), options)) satisfies LLM["generate"],
      stream: (async (request, options) => llm.stream(spoil(request, options), options)) satisfies LLM["stream"],
    });
  };

/** Another response of `generate()`. */
export const badResponse =
  (change: (response: LLMResponse, request: LLMRequest) => object): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, {
      async generate(...call: Parameters<LLM["generate"]>) {
        const response = await llm.generate(...call);
        return changed<object>(response, () => ({ ...response, ...change(response, call[0]) }), harm);
      },
    });

/** What `generate()` rejects with becomes something else: another error, or an answer. */
export const badRejection =
  (
    change: (error: LLMError, llm: LLM, call: Parameters<LLM["generate"]>) => unknown,
    which: (error: LLMError) => boolean = () => true,
  ): Spoil<LLM> =>
  (llm, harm) =>
    replacing(llm, {
      generate: (...call: Parameters<LLM["generate"]>) =>
        llm.generate(...call).catch(async (error: unknown) => {
          if (!isLLMError(error) || !which(error)) throw error;
          harm();
          return change(error, llm, call);
        }),
    });

/** The same rejection with other details. */
export const badError = (
  details: LLMErrorDetails | ((error: LLMError) => LLMErrorDetails),
  which?: (error: LLMError) => boolean,
): Spoil<LLM> =>
  badRejection((error) => {
    throw anotherError(error, typeof details === "function" ? details(error) : details);
  }, which);

/** An error with some details changed; a code's own facts do not fill in what is taken away. */
export function anotherError(error: LLMError, details: LLMErrorDetails, message = error.message): LLMError {
  const { status, retryable, retryAfterMs, provider, model, requestId, cause } = error;
  return new LLMError(error.code, message, {
    ...{ status, retryable, retryAfterMs, provider, model, requestId, cause },
    ...details,
  });
}

/** Takes what it should refuse: the rejections of `generate()` that `matches` picks become answers. */
export const accepting = (matches: (request: LLMRequest, code: string) => boolean): Spoil<LLM> =>
  ((llm, harm) =>
    replacing(llm, {
      generate: (request: LLMRequest, options?: object) =>
        llm.generate(request, options).catch((error: { code: string }) => {
          if (!matches(request, error.code)) throw error;
          harm();
          return llm.generate(plain);
        }),
    })) satisfies Spoil<LLM>;

/** What passes for an answer and is none. */
export const halfAnswer: LLMResponse = {
  ...{ text: "half", finishReason: "stop", usage: {}, steps: 1, toolCalls: [], sources: [], messages: [] },
  ...{ model: "memory", provider: "memory" },
};

export const plain: LLMRequest = { messages: [{ role: "user", content: "hello" }] };
export const never = <T>(): Promise<T> => new Promise(() => {});
