import {
  checkKnownFailures,
  embedderCases,
  type KnownFailures,
  llmCases,
  type SuiteReport,
  type Verdict,
} from "../suite/index.js";
import type { Claims } from "./claims.js";
import { withNeverRun } from "./could-never-run.js";
import { judgeEmbedder, judgeLLM } from "./judge-contract.js";
import { judgeWire, wireCase } from "./judge-wire.js";
import { planOf } from "./plan.js";
import { createPlay } from "./play-all.js";
import { isEmbedding, type Profile } from "./profiles.js";
import { createTap, type Spent } from "./tap.js";
import { tappedStage } from "./tapped-stage.js";
import type { Target } from "./target.js";
import type { Unanswered } from "./unanswered.js";
import { withoutCutAnswers } from "./without-cut-answers.js";
import { withoutSecret, withoutSecrets } from "./without-secrets.js";

export interface JudgeOptions {
  readonly profile: Profile;
  /** What is claimed of the endpoint. Without it, what the profile tries is found out. */
  readonly claims?: Claims | undefined;
  readonly knownFailures?: KnownFailures | undefined;
  /** How often each case is played. */
  readonly repeat: number;
  /** The most tokens of one answer. */
  readonly maxOutputTokens: number;
  /** The most requests; what the plan says where it is absent. */
  readonly maxRequests?: number | undefined;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  /** How long one answer may take, in milliseconds. */
  readonly answerMs: number;
  /** Ends the run: what was not judged by then is blocked, for the reason that it gives (a string). */
  readonly signal: AbortSignal;
  /** Called when a case is over. */
  readonly onCase?: ((name: string, verdicts: readonly Verdict[], spent: Spent) => void) | undefined;
}

/** What was found of an endpoint: the verdicts on the contract, through our driver, and on its wire. */
export interface Judgement extends Spent {
  readonly report: SuiteReport;
  /** Why it ended before its end. */
  readonly interrupted?: string;
  /** Set where not even the plainest request was answered, so that nothing else was asked. */
  readonly unanswered?: Unanswered;
}

/**
 * Judges an endpoint. Never rejects for what the endpoint does, and sends no more than was allowed.
 * @throws Error when a known failure names no check; LLMError `LLM_INVALID_CONFIG` for a target that is none
 */
export async function judgeEndpoint(target: Target, options: JudgeOptions): Promise<Judgement> {
  const { profile, repeat, maxOutputTokens, concurrency, answerMs, signal, claims, knownFailures = {} } = options;
  checkKnownFailures(knownFailures, [...llmCases, ...embedderCases, wireCase(target.protocol)], true);
  const plan = planOf({ ...options, claims: claims ?? {} });
  const tap = createTap({ protocol: target.protocol, maxRequests: options.maxRequests ?? plan.requests, concurrency });
  const stage = tappedStage(tap, target.model, answerMs);
  const secrets = target.apiKey ? [target.apiKey] : [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      tap.close(String(signal.reason));
      resolve();
    };
  });
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const onCase: NonNullable<JudgeOptions["onCase"]> = (name, verdicts, spent) =>
    options.onCase?.(name, withNeverRun(verdicts, stage.powers), spent);
  try {
    const { report, unanswered } = await (isEmbedding(profile) ? judgeEmbedder : judgeLLM)({
      ...{ target, profile, claims, maxOutputTokens, signal, ended },
      play: createPlay(tap, { concurrency, signal, ended, onCase }),
      common: {
        ...{ stage, repeat },
        knownFailures: ofTheContract(knownFailures),
        // Longer than any case takes in which every answer is late: it ends a driver that hangs, and not an endpoint.
        watchdogMs: 16 * answerMs,
      },
    });
    await tap.settled();
    const isThere = tap.exchanges.some(({ reply }) => !elsewhere.has(reply.status));
    const wire = judgeWire(target, tap.exchanges, secrets, knownFailures).filter(
      ({ status }) => isThere || status === "harness-error",
    );
    const contract = withoutCutAnswers(report.verdicts, tap.exchanges, maxOutputTokens);
    const verdicts = withoutSecrets([...withNeverRun(contract, stage.powers), ...wire], secrets);
    const judged = verdicts.filter(({ status }) => ["passed", "failed", "warned"].includes(status)).length;
    return {
      report: { ...report, verdicts, judged },
      ...tap.spent,
      ...(signal.aborted && { interrupted: String(signal.reason) }),
      ...(unanswered && { unanswered: { ...unanswered, reason: withoutSecret(unanswered.reason, secrets) } }),
    };
  } finally {
    signal.removeEventListener("abort", end);
    tap.close("the run is over");
  }
}

/**
 * What whatever stands at an address can answer before there is any endpoint: it is not known who spoke, and in whose words
 * does not matter.
 */
const elsewhere: ReadonlySet<number> = new Set([
  301, 302, 303, 307, 308, 401, 403, 404, 405, 407, 429, 501, 502, 503, 504,
]);

/** Without those on the wire, of which the suite knows nothing. */
function ofTheContract(known: KnownFailures): KnownFailures {
  return Object.fromEntries(Object.entries(known).filter(([id]) => !id.startsWith("Wire/")));
}
