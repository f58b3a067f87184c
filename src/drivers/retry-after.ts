/**
 * How long the provider asks to wait, in milliseconds: from its headers, else from the body. A date that has passed is
 * 0; what cannot be read is undefined.
 * @param said the message, where some say it in words: "Please try again in 1.5s"
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
  said: string,
): number | undefined {
  const milliseconds = headers["retry-after-ms"];
  return (
    (milliseconds === undefined ? undefined : number(milliseconds, 1)) ??
    fromHeader(headers["retry-after"]) ??
    fromDetails(body.details) ??
    number(body.retry_after_ms, 1) ??
    number(body.retry_after, 1000) ??
    fromWords(said)
  );
}

function fromHeader(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = number(value, 1000);
  if (seconds !== undefined || /^[\s\d.+-]*$/.test(value)) return seconds;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Google's shape, which gateways hand on, whole seconds or not: https://github.com/dcdpr/jp/pull/1061 */
function fromDetails(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details as { retryDelay?: unknown }[]) {
    const delay = typeof detail?.retryDelay === "string" ? /^(\d+(?:\.\d+)?)(ms|s)$/.exec(detail.retryDelay) : null;
    if (delay) return number(delay[1], delay[2] === "ms" ? 1 : 1000);
  }
  return undefined;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function fromWords(said: string): number | undefined {
  const duration = /(?:try again|retry)[^.\d]{0,40}?((?:\d+(?:\.\d+)?\s?(?:ms|h|m|s)(?![a-z])\s?)+)/i.exec(said)?.[1];
  if (duration === undefined) return undefined;
  let total = 0;
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)\s?(ms|h|m|s)/gi)) {
    total += Number(amount) * (units[unit?.toLowerCase() ?? ""] ?? 0);
  }
  return Math.ceil(total);
}

function number(value: unknown, factor: number): number | undefined {
  if (typeof value === "string" && !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const parsed = Number(value) * factor;
  return Number.isFinite(parsed) && parsed >= 0 ? Math.ceil(parsed) : undefined;
}
