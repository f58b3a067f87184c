/**
 * What must not stand in any message: the key, and the values of the caller's headers and of the address's query, which
 * gateways take keys in under any name; in each form in which a server may quote them.
 * @param headers the caller's own
 */
export function collectSecrets(
  apiKey: string | undefined,
  headers: Readonly<Record<string, string>>,
  baseURL: unknown,
): readonly string[] {
  const url = typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const fields = [...Object.entries(headers), ...(url?.searchParams ?? [])];
  const values = fields.flatMap(([name, value]) => [value, ...partsOf(name, value)]);
  // Shorter ones would take half of every message with them.
  const given = [...(apiKey ? [apiKey] : []), ...values.filter((value) => value.length >= 4)];
  return [...new Set(given.flatMap(formsOf))];
}

const credential = /auth|key|token|secret|cookie|credential|passw|pwd|jwt|sig|session|assertion|csrf/i;

/** What of a credential's value is one by itself: a key without its scheme, the value of a cookie. */
function partsOf(name: string, value: string): string[] {
  if (!credential.test(name)) return [];
  const words = value.split(/[\s;,]+/);
  const assigned = words.map((word) => word.slice(word.indexOf("=") + 1).replace(/^"|"$/g, ""));
  return [...words.slice(1), ...assigned.filter((part, i) => part !== words[i])];
}

/** As it is, as in an address, and as in JSON, also in JSON that is quoted in JSON. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const inJSON = JSON.stringify(secret).slice(1, -1);
  return [
    ...[secret, encoded, encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), form],
    ...[inJSON, JSON.stringify(inJSON).slice(1, -1), inJSON.replaceAll("/", "\\/")],
  ];
}
