import { Failure, type Verdict } from "../suite/index.js";
import { type ToolCheck, toolChecks } from "./tool-checks.js";
import type { ToolFactory } from "./tool-subject.js";
import { createTrial } from "./trial.js";

/** After how many milliseconds a check is ended. */
const watchdogMs = 2_000;

/** A suite of a tool that is played check by check, for a test runner. */
export interface ToolSuite {
  /** `Case/check`, in order. */
  readonly ids: readonly string[];
  /** Judges one check on a tool of its own; never rejects. */
  play(id: string): Promise<Verdict>;
}

/** Begins a suite. @throws Error when the factory is none */
export function startToolSuite(factory: ToolFactory): ToolSuite {
  if (typeof factory !== "function")
    throw new Error("the first argument must be a factory: a function that makes the tool");
  const checks = new Map<string, ToolCheck>(Object.entries(toolChecks));
  return {
    ids: [...checks.keys()],
    async play(id) {
      const check = checks.get(id);
      if (!check) throw new Error(`there is no check "${id}"; there are ${[...checks.keys()].join(", ")}`);
      const [suiteCase = "", slug = ""] = id.split("/");
      return { id, case: suiteCase, check: slug, about: check.about, ...(await judged(check, factory)) };
    },
  };
}

/** Judges a tool. @returns a verdict a check, in order */
export async function runToolChecks(factory: ToolFactory): Promise<readonly Verdict[]> {
  const suite = startToolSuite(factory);
  const verdicts: Verdict[] = [];
  for (const id of suite.ids) verdicts.push(await suite.play(id));
  return verdicts;
}

async function judged(check: ToolCheck, factory: ToolFactory): Promise<Pick<Verdict, "status" | "reason">> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const subject = await factory({ service: check.service });
    if (check.wants && subject[check.wants] === undefined)
      return { status: "not-run", reason: `needs ${check.wants}, which the factory does not give` };
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Failure(`nothing came of it within ${watchdogMs} ms`)), watchdogMs);
    });
    await Promise.race([check.judge(createTrial(subject)), late]);
    return { status: "passed" };
  } catch (thrown) {
    const isFailure = thrown instanceof Failure;
    const status = isFailure ? (check.about.level === "must" ? "failed" : "warned") : "harness-error";
    return { status, reason: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    clearTimeout(timer);
  }
}
