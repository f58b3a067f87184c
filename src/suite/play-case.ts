import { named, nameOf } from "./ask.js";
import { blamed } from "./blamed.js";
import type { Case, CaseContext, Check } from "./case.js";
import { copyPrompt } from "./copy-prompt.js";
import { Failure } from "./failure.js";
import type { Host } from "./host.js";
import { lastExchange } from "./last-exchange.js";
import type { OpenedSubject } from "./open-subject.js";
import { type Outcome, toOutcome } from "./outcome.js";
import type { Power } from "./stage.js";
import { within } from "./within.js";

/** Ends a case whose subject does not claim what the case is about. */
class Unclaimed extends Error {
  constructor(readonly refusal: Promise<Outcome>) {
    super("a capability is not claimed");
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
  const { live, watchdogMs, patienceMs } = host;
  const outcomes = new Map<string, Outcome>();
  const opened: OpenedSubject<Subject>[] = [];
  const end = new AbortController();
  let doing = "the subject";
  let place = "before the first check";

  const requireRunning = () => {
    if (end.signal.aborted) throw new Error("the case is over");
  };
  const powers = (): ReadonlySet<Power> => opened.at(-1)?.powers ?? new Set();

  /** Why a check is not judged here, if so. */
  const unjudged = async (check: Check): Promise<Outcome | undefined> => {
    const latest = opened.at(-1);
    if (!latest) return undefined;
    const missing = check.needs?.filter((power) => !latest.powers.has(power)) ?? [];
    return (
      (await host.refusal(latest.subject, check.capabilities ?? [])) ??
      (missing.length > 0 ? { status: "not-run", reason: lack(missing, latest.unseen, host.stageName) } : undefined)
    );
  };

  const failed = (error: unknown, check: Check): Outcome => {
    const outcome = toOutcome(blamed(error, check, opened), check.level, live);
    return outcome.status === "failed" || outcome.status === "warned"
      ? { ...outcome, ...lastExchange(opened.at(-1)) }
      : outcome;
  };

  const context: CaseContext<Subject, string> = {
    prompt: copyPrompt(suiteCase.prompt),
    signal: end.signal,
    can: (power) => powers().has(power),
    async open(setting = { script: suiteCase.script }) {
      requireRunning();
      doing = "the factory";
      const played = await host.open(setting);
      if (end.signal.aborted) await played.close(patienceMs);
      requireRunning();
      opened.push(played);
      doing = "the subject";
      const refusal = host.refusal(played.subject, suiteCase.capabilities ?? []);
      if (refusal) throw new Unclaimed(refusal);
      return played;
    },
    async check(slug, judge) {
      requireRunning();
      const check = suiteCase.checks[slug];
      if (!check) throw new Error(`${suiteCase.name} has no check ${slug}`);
      place = `in the check ${slug}`;
      const judged = async (): Promise<Outcome> => {
        await judge();
        return { status: "passed" };
      };
      let outcome: Outcome;
      try {
        outcome = (await unjudged(check)) ?? (await judged());
      } catch (error) {
        outcome = failed(error, check);
      }
      requireRunning();
      outcomes.set(slug, outcome);
      place = `after the check ${slug}`;
    },
    soon(work, complaint) {
      const late = () => new Failure(`${complaint} within ${patienceMs} ms`);
      return named(within(work, patienceMs, late, end.signal), nameOf(work));
    },
  };

  const slugs = Object.keys(suiteCase.checks);
  let ending: unknown;
  let hung = false;
  try {
    const bark = () => {
      hung = true;
      return new Failure(`the case was ended after ${watchdogMs} ms, when it was waiting for ${doing} ${place}`);
    };
    await within(suiteCase.run(context), watchdogMs, bark);
    ending = new Error(`${suiteCase.name} ended without judging this check`);
  } catch (error) {
    ending = error;
  }
  // Whatever the case is still waiting for, what comes of it counts no more.
  end.abort();
  const refusal = ending instanceof Unclaimed ? await ending.refusal : undefined;
  for (const slug of slugs) {
    const check = suiteCase.checks[slug] as Check;
    if (outcomes.has(slug)) continue;
    // A subject that hangs is not asked anything more.
    const excuse = refusal ?? (hung ? undefined : await unjudged(check));
    outcomes.set(slug, excuse ?? failed(ending, check));
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

/** @param unseen whether the stage would see what is sent, but sees nothing of this subject's */
function lack(missing: readonly Power[], unseen: boolean, stageName: string): string {
  const lacking = unseen ? missing.filter((power) => power !== "traffic") : missing;
  return lacking.length > 0
    ? `needs ${lacking.join(", ")}, which the stage ${stageName} lacks`
    : `needs traffic, and the stage ${stageName} sees none of this subject's`;
}
