/** Headers and query parameters that hold a credential, or name an account. */
const credential =
  /auth|key|(?<!page_?)token(?!s)|secret|cookie|credential|passw|pwd|jwt|^sig$|signature|session|csrf|organi[sz]ation|project|account|tenant/i;

/** Shorter values are no credentials but placeholders (`any`, `ollama`), and would take half of every text with them. */
const shortest = 8;

/** Whether a query parameter is kept out of recordings. */
export const isCredentialName = (name: string): boolean => credential.test(name);

/** The credentials that a request brings, in its headers and its query, whole and in their parts. */
export function credentialsIn(headers: Headers, query: URLSearchParams): readonly string[] {
  const fields = [...headers, ...query].filter(([name]) => isCredentialName(name));
  const values = fields.flatMap(([, value]) => [value, ...partsOf(value)]);
  return [...new Set(values)].filter((value) => value.length >= shortest);
}

/** A key without its scheme, the values of cookies, and what stands in basic authentication. */
function partsOf(value: string): readonly string[] {
  const words = value.split(/[\s;,]+/);
  const assigned = words.map((word) => word.slice(word.indexOf("=") + 1).replace(/^"|"$/g, ""));
  const basic = /^basic$/i.test(words[0] ?? "") ? Buffer.from(words[1] ?? "", "base64").toString() : "";
  return [...words.slice(1), ...assigned, basic, basic.slice(basic.indexOf(":") + 1)];
}
