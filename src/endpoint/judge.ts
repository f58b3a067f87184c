import {
  type Case,
  checkKnownFailures,
  embedderCases,
  type KnownFailures,
  llmCases,
  type SuiteReport,
  type SuiteRun,
  startEmbedderSuite,
  startLLMSuite,
  type Verdict,
} from "../suite/index.js";
import { type Claims, discover } from "./claims.js";
import { judgeWire, wireCase } from "./judge-wire.js";
import { planOf } from "./plan.js";
import { probesOf, sendProbes } from "./probes.js";
import { claimsOf, embedderCasesOf, isEmbedding, llmCasesOf, type Profile } from "./profiles.js";
import { createTap, playing, type Tap } from "./tap.js";
import { tappedStage } from "./tapped-stage.js";
import { type TappedOptions, type Target, targetEmbedder, targetLLM } from "./target.js";
import { withoutCutAnswers } from "./without-cut-answers.js";
import { withoutSecrets } from "./without-secrets.js";

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
  readonly onCase?: ((name: string, verdicts: readonly Verdict[], spent: Tap["spent"]) => void) | undefined;
}

/** What was found of an endpoint: the verdicts on the contract, through our driver, and on its wire. */
export interface Judgement {
  readonly report: SuiteReport;
  readonly requests: number;
  readonly outputTokens: number;
  /** Why it ended before its end. */
  readonly interrupted?: string;
  /** Set where not even the plainest request was answered, so that nothing else was asked. */
  readonly unanswered?: { readonly reason: string; readonly code?: string };
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
  const common = {
    stage: tappedStage(tap, target.model, answerMs),
    knownFailures: ofTheContract(knownFailures),
    repeat,
    // Longer than any case takes in which every answer is late: it ends a driver that hangs, and not an endpoint that does.
    watchdogMs: 16 * answerMs,
  };
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
  const play: Play = (run, cases) => playAll(run, cases, options, tap, ended);
  try {
    let report: SuiteReport;
    if (isEmbedding(profile)) {
      const cases = embedderCasesOf(profile);
      const run = startEmbedderSuite((stage: TappedOptions) => targetEmbedder(target, stage), { ...common, cases });
      await play(run, run.cases);
      report = run.report();
    } else {
      report = await judgeLLM(target, options, common, play, ended);
    }
    // Where nothing but 404 came there is no endpoint, and whose words they are does not matter.
    const isThere = tap.exchanges.some(({ reply }) => reply.status !== 404);
    const wire = isThere ? judgeWire(target, tap.exchanges, secrets, knownFailures) : [];
    const contract = withoutCutAnswers(report.verdicts, tap.exchanges, maxOutputTokens);
    const verdicts = withoutSecrets([...contract, ...wire], secrets);
    const judged = verdicts.filter(({ status }) => ["passed", "failed", "warned"].includes(status)).length;
    return {
      report: { ...report, verdicts, judged },
      ...tap.spent,
      ...(signal.aborted && { interrupted: String(signal.reason) }),
      ...unansweredIn(verdicts),
    };
  } finally {
    signal.removeEventListener("abort", end);
    tap.close("the run is over");
  }
}

function unansweredIn(verdicts: readonly Verdict[]): Pick<Judgement, "unanswered"> {
  const first = verdicts.find(({ check }) => check === plainest);
  if (first?.status !== "blocked") return {};
  const { reason = "", error } = first;
  return { unanswered: { reason, ...(error && { code: error.code }) } };
}

/** The check of the plainest request. */
const plainest = "answers";

/** Without those on the wire, of which the suite knows nothing. */
function ofTheContract(known: KnownFailures): KnownFailures {
  return Object.fromEntries(Object.entries(known).filter(([id]) => !id.startsWith("Wire/")));
}

type Common = Omit<Parameters<typeof startLLMSuite>[1], "stage"> & { readonly stage: ReturnType<typeof tappedStage> };

async function judgeLLM(
  target: Target,
  options: JudgeOptions,
  common: Common,
  play: Play,
  ended: Promise<void>,
): Promise<SuiteReport> {
  const { profile, maxOutputTokens, signal } = options;
  let claims = claimsOf(profile, options.claims ?? {});
  const run = startLLMSuite((stage: TappedOptions) => targetLLM(target, stage, claims, maxOutputTokens), {
    ...common,
    cases: llmCasesOf(profile),
  });
  const [first, ...others] = run.cases;
  if (!first) return run.report();
  // The plainest request goes first: where that fails, so would all others, and each for the same reason.
  await play(run, [first]);
  const answered = run.report().verdicts.find(({ check }) => check === plainest);
  if (answered?.status !== "passed") {
    const reason = `a plain "Say hello." failed, so nothing else was asked: ${answered?.reason ?? "no answer"}`;
    for (const one of others) run.giveUp(one, reason);
    const report = run.report();
    return { ...report, verdicts: report.verdicts.map((verdict) => ({ ...verdict, status: "blocked", reason })) };
  }
  const honest = others.find(({ name }) => name === "CapabilitiesAreHonest");
  let discovered: readonly Verdict[] = [];
  if (honest) {
    await play(run, [honest]);
    if (!options.claims) {
      const found = discover(run.report().verdicts.filter((verdict) => verdict.case === honest.name));
      claims = { ...claims, ...found.claims };
      discovered = found.verdicts;
    }
  }
  await play(
    run,
    others.filter((one) => one !== honest),
  );
  if (!signal.aborted) {
    const stage = await common.stage.open({ script: [] });
    const llm = targetLLM(target, stage.options, claims, maxOutputTokens);
    await Promise.race([playing.run("Wire", () => sendProbes(llm, probesOf(profile, claims))), ended]);
  }
  const report = run.report();
  const told = new Map(discovered.map((verdict) => [verdict.id, verdict]));
  return { ...report, verdicts: report.verdicts.map((verdict) => told.get(verdict.id) ?? verdict) };
}

/** Plays cases, some at once, until they are over or the run is. */
type Play = <Subject>(run: SuiteRun<Subject>, cases: readonly Case<Subject>[]) => Promise<void>;

/** @param ended resolves when the run is over, whatever its cases are still waiting for */
async function playAll<Subject>(
  run: SuiteRun<Subject>,
  cases: readonly Case<Subject>[],
  { concurrency, onCase, signal }: JudgeOptions,
  tap: Tap,
  ended: Promise<void>,
): Promise<void> {
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const one = next;
      if (!signal.aborted) await Promise.race([playing.run(one.name, () => run.play(one)), ended]);
      if (signal.aborted) run.giveUp(one, `it was not judged: ${String(signal.reason)}`);
      const verdicts = run.report().verdicts.filter((verdict) => verdict.case === one.name);
      onCase?.(one.name, verdicts, tap.spent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
