import { redact } from "../contract/index.js";
import { type BadRequest, type Deviation, quirks, textOf, type WireProtocol } from "../quirks/index.js";
import { type Case, type Check, type KnownFailures, type Verdict, withKnown } from "../suite/index.js";
import type { TappedExchange } from "./tap.js";

/** The longest request and reply that are shown, in characters. */
const shown = 1_200;

/**
 * Judges the wire itself: each exchange against what its protocol publishes. What the endpoint did counts against it, and
 * what our own requests did against us.
 * @param secrets that must not be shown
 * @param known failures of the endpoint; ids of other checks are passed over
 */
export function judgeWire(
  protocol: WireProtocol,
  exchanges: readonly TappedExchange[],
  secrets: readonly string[],
  known: KnownFailures = {},
): readonly Verdict[] {
  // What our side left early was cut by us.
  const whole = exchanges.filter((exchange) => exchange.whole);
  return quirks
    .filter((quirk) => quirk.protocols.includes(protocol))
    .flatMap((quirk) => {
      if (quirk.class === "deviation") {
        const { id, case: of, check, about, ...outcome } = judgeReplies(quirk, whole, secrets);
        return withKnown({ id, case: of, check, about }, [outcome], known);
      }
      return quirk.class === "request" ? judgeRequests(quirk, exchanges, secrets) : [];
    });
}

/** The checks on a protocol's wire, as a case of their own. */
export function wireCase(protocol: WireProtocol): Pick<Case<never>, "name" | "checks"> {
  const deviations = quirks.filter(
    (quirk): quirk is Deviation => quirk.class === "deviation" && quirk.protocols.includes(protocol),
  );
  return { name: "Wire", checks: Object.fromEntries(deviations.map((quirk) => [slugOf(quirk), checkOf(quirk)])) };
}

const slugOf = ({ area, name }: Deviation): string => `${area}-${name}`;

function checkOf({ id, law, breaks, level }: Deviation): Check {
  return {
    level: level ?? "must",
    clause: law,
    why: breaks,
    fix: `Mend it in the server or the gateway behind the base URL; docs/quirks.md tells more under ${id}.`,
  };
}

function judgeReplies(quirk: Deviation, exchanges: readonly TappedExchange[], secrets: readonly string[]): Verdict {
  const about = checkOf(quirk);
  const check = slugOf(quirk);
  const verdict = { id: `Wire/${check}`, case: "Wire", check, about };
  for (const exchange of exchanges) {
    const seen = quirk.detect(exchange);
    if (seen === undefined) continue;
    return {
      ...verdict,
      status: about.level === "must" ? "failed" : "warned",
      reason: seen,
      ...shownExchange(exchange, secrets),
    };
  }
  // Where it could have been put in, it could have been.
  if (exchanges.some((exchange) => quirk.inject(exchange) !== undefined)) return { ...verdict, status: "passed" };
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
  const safe = (text: string) => redact(text, secrets, shown);
  return {
    sent: safe(`${request.method} ${request.path} ${request.body}`),
    replied: safe(`${reply.status} ${reply.headers["content-type"] ?? ""} ${textOf(reply)}`),
  };
}
