import type { Capability } from "../contract/index.js";
import type { Case, CaseContext, Check } from "./case.js";
import { Failure } from "./failure.js";
import type { OpenedSubject } from "./open-subject.js";
import { type Outcome, toOutcome } from "./outcome.js";
import type { Power, Setting } from "./stage.js";
import type { SubjectKind } from "./subject-kind.js";

/** What a case is played with; the same for all cases of a run. */
export interface Host<Subject> {
  readonly kind: SubjectKind<Subject>;
  readonly stageName: string;
  /** Whether real providers' errors can be behind what is seen. */
  readonly live: boolean;
  /** After how many milliseconds a case is ended. */
  readonly watchdogMs: number;
  /** How long what should happen at once may take, in milliseconds. */
  readonly patienceMs: number;
  open(setting: Setting): Promise<OpenedSubject<Subject>>;
  /** Whether the refusal of an unclaimed capability was verified, and what else was seen. */
  refusal(capability: Capability): Promise<Outcome>;
  /** Whether the stage's record of what was sent can be believed. */
  seesTraffic(): Promise<boolean>;
}

/** Ends a case whose subject does not claim what the case is about. */
class Unclaimed extends Error {
  constructor(readonly capability: Capability) {
    super(capability);
  }
}

/**
 * Plays one case from its scene to its close.
 * @returns what became of each of its checks, by slug, in the order of their declaration
 */
export async function playCase<Subject>(
  suiteCase: Case<Subject>,
  host: Host<Subject>,
): Promise<ReadonlyMap<string, Outcome>> {
  const { kind, live, watchdogMs, patienceMs } = host;
  const outcomes = new Map<string, Outcome>();
  const opened: OpenedSubject<Subject>[] = [];
  const end = new AbortController();
  let doing = "the case to begin";

  const requireRunning = () => {
    if (end.signal.aborted) throw new Error("the case is over");
  };
  const powers = (): ReadonlySet<Power> => opened.at(-1)?.powers ?? new Set();

  /** Why a check is not judged here, if so. */
  const unjudged = async (check: Check): Promise<Outcome | undefined> => {
    const subject = opened.at(-1)?.subject;
    const [capability] = subject ? kind.unclaimed(subject, check.capabilities ?? []) : [];
    if (capability) return host.refusal(capability);
    const missing = check.needs?.filter((power) => !powers().has(power)) ?? [];
    if (missing.length > 0 && subject)
      return { status: "not-run", reason: `needs ${missing.join(", ")}, which the stage ${host.stageName} lacks` };
    if (check.needs?.includes("traffic") && subject && !(await host.seesTraffic()))
      return {
        status: "not-run",
        reason: `needs traffic, and the stage ${host.stageName} sees none of this subject's`,
      };
    return undefined;
  };

  const context: CaseContext<Subject, string> = {
    signal: end.signal,
    can: (power) => powers().has(power),
    async open(setting = { script: suiteCase.script }) {
      requireRunning();
      doing = "the subject to be made";
      const played = await host.open(setting);
      if (end.signal.aborted) await played.close(patienceMs);
      requireRunning();
      opened.push(played);
      doing = "the subject, once it was made";
      const [capability] = kind.unclaimed(played.subject, suiteCase.capabilities ?? []);
      if (capability) throw new Unclaimed(capability);
      return played;
    },
    async check(slug, judge) {
      requireRunning();
      const check = suiteCase.checks[slug];
      if (!check) throw new Error(`${suiteCase.name} has no check ${slug}`);
      doing = `the subject in the check ${slug}`;
      const judged = async (): Promise<Outcome> => {
        await judge();
        return { status: "passed" };
      };
      let outcome: Outcome;
      try {
        outcome = (await unjudged(check)) ?? (await judged());
      } catch (error) {
        outcome = toOutcome(error, check.level, live);
      }
      requireRunning();
      outcomes.set(slug, outcome);
      doing = `the subject after the check ${slug}`;
    },
    soon: (work, complaint) =>
      within(work, patienceMs, () => new Failure(`${complaint} within ${patienceMs} ms`), end.signal),
  };

  const slugs = Object.keys(suiteCase.checks);
  let ending: unknown;
  let hung = false;
  try {
    const bark = () => {
      hung = true;
      return new Failure(`the case was ended after ${watchdogMs} ms; it was waiting for ${doing}`);
    };
    await within(suiteCase.run(context), watchdogMs, bark);
    ending = new Error(`${suiteCase.name} ended without judging this check`);
  } catch (error) {
    ending = error;
  }
  // Whatever the case is still waiting for, what comes of it counts no more.
  end.abort();
  const refusal = ending instanceof Unclaimed ? await host.refusal(ending.capability) : undefined;
  for (const slug of slugs) {
    const check = suiteCase.checks[slug] as Check;
    if (outcomes.has(slug)) continue;
    // A subject that hangs is not asked anything more.
    const excuse = refusal ?? (hung ? undefined : await unjudged(check));
    outcomes.set(slug, excuse ?? toOutcome(ending, check.level, live));
  }
  await closeAll(opened, patienceMs).catch((error: unknown) => {
    for (const [slug, { status }] of outcomes)
      if (status === "passed") outcomes.set(slug, toOutcome(error, "must", live));
  });
  return new Map(slugs.map((slug) => [slug, outcomes.get(slug) as Outcome]));
}

async function closeAll(opened: readonly OpenedSubject<unknown>[], patienceMs: number): Promise<void> {
  const closed = await Promise.allSettled(opened.map((played) => played.close(patienceMs)));
  for (const result of closed) if (result.status === "rejected") throw result.reason;
}

/** Waits for work, but no longer than some milliseconds. @param over fires when nobody waits any more */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error, over?: AbortSignal): Promise<T> {
  let stop = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    stop = () => clearTimeout(timer);
  });
  over?.addEventListener("abort", stop);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    stop();
    over?.removeEventListener("abort", stop);
  }
}
