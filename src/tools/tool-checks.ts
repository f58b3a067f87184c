import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isLLMError } from "../contract/index.js";
import { type Check, expectThat, must, should } from "../suite/index.js";
import { ToolInputError } from "../validated/index.js";
import { toolRequest } from "./tool-request.js";
import type { ServiceMood, ToolSubject } from "./tool-subject.js";
import type { Trial } from "./trial.js";

export interface ToolCheck {
  readonly about: Check;
  readonly service: ServiceMood;
  /** Judged only where the subject has this. */
  readonly wants?: keyof ToolSubject;
  judge(trial: Trial): Promise<void>;
}

/** Long enough for any tool on a service in memory to be in the middle of its call, in milliseconds. */
const short = 50;

const heard = {
  why: "The connection, and whatever the tool holds, stays open long after nobody waits for it any more.",
  fix: "Pass the context's `signal` on to everything that waits.",
};

/** What a tool is held to, by id. */
export const toolChecks: Readonly<Record<`${string}/${string}`, ToolCheck>> = {
  "ValidCallIsExecuted/gives-a-result": {
    about: must({
      clause: "A call that fits is executed once, and gives a result that fits the tool's own schema.",
      why: "A tool that fails alone fails in every run.",
      fix: "Read the failure's kind and message: they are the handler's own.",
    }),
    service: "working",
    async judge({ execute, calls }) {
      const { failure } = await execute();
      expectThat(failure === undefined, `a valid call ended in ${failure?.kind}: ${failure?.error}`);
      expectThat(calls() === 1, `the handler was called ${calls()} times for one call`);
    },
  },
  "InvalidCallIsRefused/handler-never-sees-it": {
    about: must({
      clause: "A call that does not fit the tool's schema is refused with its issues, before the handler is called.",
      why: "The handler has to check everything itself, and the first that does not is a hole.",
      fix: "Say in the schema what the input must be like: required fields, types, and no unknown ones.",
    }),
    service: "working",
    async judge({ subject, calls }) {
      const error = await toolRequest(subject.tool, subject.invalid).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expectThat(error !== undefined, "the tool's schema takes the input that the factory says is invalid");
      expectThat(error instanceof ToolInputError && error.issues.length > 0, "the refusal names no field");
      expectThat(calls() === 0, "the handler was called");
    },
  },
  "FailureIsTold/is-a-failure": {
    about: must({
      clause: "Where the service fails, the call ends in a failure and never in a result.",
      why: "The model takes an apology, or an empty list, for the answer.",
      fix: "Throw, best a `ToolFailure`, where the service does; do not return its error as a result.",
    }),
    service: "failing",
    async judge({ execute }) {
      const { failure } = await execute();
      expectThat(failure !== undefined, "the service failed, and the call gave a result");
    },
  },
  "FailureIsTold/says-which": {
    about: should({
      clause: "The failure says what happened: its kind is not `internal`.",
      why: "Whether to call again, to go another way or to give up cannot be told from `internal`.",
      fix: "Throw `new ToolFailure(kind, message)` with the kind that it is.",
    }),
    service: "failing",
    async judge({ execute }) {
      const { failure } = await execute();
      expectThat(failure?.kind !== "internal", `the failure is ${failure?.kind}: ${failure?.error}`);
    },
  },
  "SlowServiceIsLeft/time-is-bounded": {
    about: must({
      clause: "Where the service hangs, the call ends with a `timeout` once its time is over.",
      why: "One hanging service holds up the whole run.",
      fix: "Do not block the event loop; wait for the service with promises.",
    }),
    service: "hanging",
    async judge({ execute }) {
      const { failure } = await execute({ timeoutMs: short });
      expectThat(failure?.kind === "timeout", `the call ended in ${failure?.kind ?? "a result"}`);
    },
  },
  "SlowServiceIsLeft/signal-is-heard": {
    about: must({ clause: "The handler ends when its time is over.", ...heard }),
    service: "hanging",
    async judge({ execute, ended }) {
      await execute({ timeoutMs: short });
      await ended();
    },
  },
  "AbortEndsTheCall/is-cancelled": {
    about: must({
      clause: "An aborted call rejects with `LLM_CANCELLED`: it is neither a result nor a failure of the tool.",
      why: "A user's Stop is told to the model as a broken tool, and the run goes on.",
      fix: "Leave the cancellation to the caller: do not turn an abort into a result.",
    }),
    service: "hanging",
    async judge({ execute, begun }) {
      const controller = new AbortController();
      const outcome = execute({ signal: controller.signal }).catch((error: unknown) => error);
      await begun;
      // Whoever did not wait for the service has answered by now.
      await setImmediate();
      controller.abort();
      const error = await outcome;
      expectThat(isLLMError(error) && error.code === "LLM_CANCELLED", "the aborted call did not end as cancelled");
    },
  },
  "AbortEndsTheCall/signal-is-heard": {
    about: must({ clause: "The handler ends when its call is aborted.", ...heard }),
    service: "hanging",
    async judge({ execute, begun, ended }) {
      const controller = new AbortController();
      const outcome = execute({ signal: controller.signal }).catch(() => {});
      await begun;
      controller.abort();
      await outcome;
      await ended();
    },
  },
  "MalformedResultIsRefused/is-a-failure": {
    about: must({
      clause: "Where the service answers with nonsense, the call ends in a failure and never in a result.",
      why: "The model, and everything after it, works with numbers that nobody sent.",
      fix: "Check what the service answers, or give the suite the `resultSchema` that does.",
    }),
    service: "malformed",
    async judge({ execute }) {
      const { failure } = await execute();
      expectThat(failure !== undefined, "the service answered with nonsense, and the call gave a result");
    },
  },
  "ExactRetryIsTheSame/same-result": {
    about: must({
      clause: "The same call under the same ids gives the same result.",
      why: "A run that is resumed goes another way than before.",
      fix: "Keep the result by `callId`, or make it a function of the input.",
    }),
    service: "working",
    async judge({ execute }) {
      const [first, again] = [await execute(), await execute()];
      expectThat(isDeepStrictEqual(first.result, again.result), "the retry gave another result");
    },
  },
  "ExactRetryIsTheSame/no-second-effect": {
    about: must({
      clause: "The same call under the same ids changes nothing a second time.",
      why: "A retry after a lost answer pays twice.",
      fix: "Pass `callId` on as the idempotency key, or remember which calls were done.",
    }),
    service: "working",
    wants: "effects",
    async judge({ execute, subject }) {
      await execute();
      const once = subject.effects?.();
      await execute();
      expectThat(
        subject.effects?.() === once,
        `effects: ${once} after the call, ${subject.effects?.()} after its retry`,
      );
    },
  },
};
