import { redact } from "../contract/index.js";
import { type BadRequest, quirks, textOf, type WireProtocol } from "../quirks/index.js";
import { scrubText } from "../recording/index.js";
import { type Case, type Check, type KnownFailures, type Verdict, withKnown } from "../suite/index.js";
import type { ReplyCheck } from "./reply-check.js";
import type { TappedExchange } from "./tap.js";
import type { Target } from "./target.js";
import { wireChecks } from "./wire-checks.js";

/** How much of them is looked at, in characters: far more than is shown. */
const looked = 20_000;

/** The longest request and reply that are shown, in characters. */
const shown = 1_200;

/**
 * Judges the wire itself: each exchange against what its protocol publishes. What the endpoint did counts against it, and
 * what our own requests did against us.
 * @param secrets that must not be shown
 * @param known failures of the endpoint; ids of other checks are passed over
 */
export function judgeWire(
  { protocol, model }: Pick<Target, "protocol" | "model">,
  exchanges: readonly TappedExchange[],
  secrets: readonly string[],
  known: KnownFailures = {},
): readonly Verdict[] {
  // What our side left early was cut by us.
  const whole = exchanges.filter((exchange) => exchange.whole);
  const ofReplies = wireChecks(protocol, model).map((one) => {
    const { id, case: of, check, about, ...outcome } = judgeReplies(one, whole, secrets);
    return withKnown({ id, case: of, check, about }, [outcome], known);
  });
  const ofRequests = quirks
    .filter((quirk) => quirk.class === "request" && quirk.protocols.includes(protocol))
    .map((quirk) => judgeRequests(quirk as BadRequest, exchanges, secrets));
  return [...ofReplies, ...ofRequests];
}

/** The checks on a protocol's wire, as a case of their own. */
export function wireCase(protocol: WireProtocol): Pick<Case<never>, "name" | "checks"> {
  const checks = wireChecks(protocol, "").map(({ slug, about }) => [slug, about]);
  return { name: "Wire", checks: Object.fromEntries(checks) };
}

function judgeReplies(
  { slug, about, detect, couldShow }: ReplyCheck,
  exchanges: readonly TappedExchange[],
  secrets: readonly string[],
): Verdict {
  const verdict = { id: `Wire/${slug}`, case: "Wire", check: slug, about };
  const found = exchanges.flatMap((exchange) => {
    const seen = detect(exchange, exchanges);
    return seen === undefined ? [] : { exchange, seen };
  });
  const worst = found.find(({ seen }) => typeof seen === "string") ?? found[0];
  if (worst) {
    const { exchange, seen } = worst;
    const isCertain = typeof seen === "string";
    return {
      ...verdict,
      status: isCertain && about.level === "must" ? "failed" : "warned",
      reason: isCertain ? seen : seen.suspected,
      ...shownExchange(exchange, secrets),
    };
  }
  if (exchanges.some((exchange) => couldShow(exchange, exchanges))) return { ...verdict, status: "passed" };
  return { ...verdict, status: "not-run", reason: "no exchange of this run could have shown it" };
}

function judgeRequests(quirk: BadRequest, exchanges: readonly TappedExchange[], secrets: readonly string[]): Verdict {
  const { name, rule, breaks } = quirk;
  const about: Check = { level: "must", clause: rule, why: breaks, fix: "Report it: our own driver sent this." };
  const verdict = { id: `OurRequests/${name}`, case: "OurRequests", check: name, about };
  for (const exchange of exchanges) {
    const seen = quirk.detect(exchange);
    if (seen !== undefined)
      return {
        ...verdict,
        status: "harness-error",
        reason: `our driver sent it: ${seen}`,
        ...shownExchange(exchange, secrets),
      };
  }
  if (exchanges.length > 0) return { ...verdict, status: "passed" };
  return { ...verdict, status: "not-run", reason: "nothing was sent" };
}

function shownExchange({ request, reply }: TappedExchange, secrets: readonly string[]) {
  // Before it is cut: a key may stand in several deltas, or in base64, and what is left of one is none that anybody knows.
  const safe = (text: string) =>
    redact(secrets.length > 0 ? scrubText(text.slice(0, looked), secrets) : text, secrets, shown);
  return {
    sent: safe(`${request.method} ${request.path} ${request.body}`),
    replied: safe(`${reply.status} ${reply.headers["content-type"] ?? ""} ${textOf(reply)}`),
  };
}
