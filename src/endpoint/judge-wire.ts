import { redact } from "../contract/index.js";
import { type BadRequest, type Deviation, quirks, textOf, type WireProtocol } from "../quirks/index.js";
import type { Check, Verdict } from "../suite/index.js";
import type { TappedExchange } from "./tap.js";

/** The longest request and reply that are shown, in characters. */
const shown = 1_200;

/**
 * Judges the wire itself: each exchange against what its protocol publishes. What the endpoint did counts against it, and
 * what our own requests did against us.
 * @param secrets that must not be shown
 */
export function judgeWire(
  protocol: WireProtocol,
  exchanges: readonly TappedExchange[],
  secrets: readonly string[],
): readonly Verdict[] {
  // What our side left early was cut by us.
  const whole = exchanges.filter((exchange) => exchange.whole);
  return quirks
    .filter((quirk) => quirk.protocols.includes(protocol))
    .flatMap((quirk) => {
      if (quirk.class === "deviation") return judgeReplies(quirk, whole, secrets);
      return quirk.class === "request" ? judgeRequests(quirk, exchanges, secrets) : [];
    });
}

function judgeReplies(quirk: Deviation, exchanges: readonly TappedExchange[], secrets: readonly string[]): Verdict {
  const { id, area, name, law, breaks, level = "must" } = quirk;
  const about: Check = {
    level,
    clause: law,
    why: breaks,
    fix: `Mend it in the server or the gateway behind the base URL; docs/quirks.md tells more under ${id}.`,
  };
  const verdict = { id: `Wire/${area}-${name}`, case: "Wire", check: `${area}-${name}`, about };
  for (const exchange of exchanges) {
    const seen = quirk.detect(exchange);
    if (seen === undefined) continue;
    return {
      ...verdict,
      status: level === "must" ? "failed" : "warned",
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
