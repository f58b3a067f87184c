import { judgeEndpoint, planOf, type Target, withControl } from "../endpoint/index.js";
import type { SubjectRun } from "../report/index.js";
import type { KnownFailures } from "../suite/index.js";
import type { CheckedSubjects } from "./check.js";
import { type EndpointFlags, readEndpoint } from "./endpoint-flags.js";
import { interruption } from "./interrupts.js";
import { createProgress } from "./progress.js";
import { UsageError } from "./usage-error.js";

/**
 * Judges an endpoint, and before it the control that it is held against.
 * @param known failures of it, in place of those of `--known`
 * @throws UsageError when the flags do not go together
 */
export async function checkEndpoint(flags: EndpointFlags, known?: KnownFailures): Promise<CheckedSubjects> {
  const { target, control, options: read, deadlineMs } = await readEndpoint(flags);
  const options = known ? { ...read, knownFailures: known } : read;
  const plan = planOf({ ...options, claims: options.claims ?? {} });
  using end = interruption(deadlineMs);
  const judge = async (one: Target) => {
    const progress = createProgress(process.stderr, plan.cases.length, plan.requests);
    try {
      return await judgeEndpoint(one, { ...options, signal: end.signal, onCase: progress.told });
    } catch (error) {
      throw error instanceof Error && error.message.startsWith("known failures:")
        ? new UsageError(error.message)
        : error;
    } finally {
      progress.end();
    }
  };
  const reference = control && (await judge(control));
  const judged = await judge(target);
  const kind = options.profile === "embed" ? "embedder" : "llm";
  const { report, requests, outputTokens, interrupted, unanswered } = judged;
  const run: SubjectRun = {
    ...{ kind, name: target.model, requests, outputTokens },
    report: reference ? withControl(report, reference.report) : report,
    target: addressOf(target),
  };
  return {
    runs: [run],
    interrupted,
    byUser: end.byUser,
    unanswered: unanswered && `${unanswered.reason}\n${hint(unanswered.code, target, kind === "embedder")}`,
  };
}

/** What to look at when a plain request failed. */
function hint(code: string | undefined, { apiKey, model }: Target, isEmbedding: boolean): string {
  const about = code?.replace(/^(?:LLM|EMBED)_/, "");
  if (about === "UNAUTHORIZED" && apiKey === undefined)
    return "It wants a key: name the environment variable that holds it with --key-env.";
  if (about === "UNAUTHORIZED") return "It refused the key: look at the variable that --key-env names.";
  if (about === "QUOTA_EXCEEDED" || about === "RATE_LIMITED")
    return "The key's quota or rate is spent: wait, or take another with --key-env.";
  if (about === "TIMEOUT")
    return "Nothing came in time: see whether it is up, or give it longer with --answer-timeout.";
  if (about === "PROVIDER_ERROR") return "It failed by itself: its own log tells more.";
  const other = isEmbedding
    ? `--profile embed is for models that embed; where ${model} chats, leave it out.`
    : `Where ${model} embeds and does not chat, judge it with --profile embed.`;
  const path = isEmbedding ? "/embeddings" : "/chat/completions";
  return `Look at --base-url (what lies above ${path}, often ending in /v1), --model and --key-env. ${other}`;
}

/** Without a query, which may hold credentials. */
function addressOf({ baseURL }: Target): string {
  if (baseURL === undefined) return "https://generativelanguage.googleapis.com";
  const url = new URL(baseURL);
  return `${url.origin}${url.pathname}`;
}
