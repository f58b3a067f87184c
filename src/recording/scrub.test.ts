import { describe, expect, it } from "vitest";
import { redacted, scrubPieces, scrubReads, scrubText } from "./scrub.js";

// Like no provider's key, so that only knowing it keeps it out; with letters that are escaped in addresses, JSON and HTML.
const key = 'Zq5/tnl0+sent&nel"7wvx\u00e9=';

const percent = encodeURIComponent(key);
const json = JSON.stringify(key).slice(1, -1);
const forms: Readonly<Record<string, string>> = {
  "as it is": key,
  "in lower case": key.toLowerCase(),
  "percent-encoded": percent,
  "percent-encoded in lower case": percent.replace(/%../g, (code) => code.toLowerCase()),
  "every byte percent-encoded": [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "in an address within an address": encodeURIComponent(percent),
  "in JSON": json,
  "in JSON within JSON": JSON.stringify(json).slice(1, -1),
  "in JSON with escaped slashes": json.replaceAll("/", "\\/"),
  "in JSON of ASCII alone": json.replaceAll("\u00e9", "\\u00e9"),
  "every character escaped": [...key].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "in HTML": key.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("/", "&#x2F;").replaceAll("+", "&#43;"),
  "in hexadecimal": Buffer.from(key).toString("hex"),
  "in base64": Buffer.from(key).toString("base64"),
  "in base64 for addresses": Buffer.from(key).toString("base64url"),
  "in base64 behind a user": Buffer.from(`me:${key}`).toString("base64"),
  "in base64 behind a scheme": Buffer.from(`Bearer ${key}, and more`).toString("base64"),
  "in base64 within JSON": Buffer.from(key).toString("base64").replaceAll("/", "\\/"),
};

describe.each(Object.entries(forms))("a known secret %s", (_, form) => {
  it("is taken out, and nothing else", () => {
    const clean = scrubText(`before it ${form} after it`, [key]);
    expect(clean).toContain(redacted);
    expect(clean).toMatch(/^before it .*\[redacted\].* after it$/s);
    expect(clean).not.toContain(form);
    // What stood around it is kept, and in base64 a character that holds bits of both.
    expect(clean.length).toBeLessThanOrEqual(
      "before it  after it".length + redacted.length + (_.includes("behind") ? 24 : 4),
    );
  });

  it("is taken out wherever reads cut it, and goes where it began", () => {
    const bytes = Buffer.from(`data: {"said":"é ${form} ü"}\n\n`);
    const whole = Buffer.from(scrubText(bytes.toString(), [key]));
    for (let at = 0; at <= bytes.length; at++) {
      const reads = scrubReads([bytes.subarray(0, at), bytes.subarray(at)], [key]);
      expect(reads).toHaveLength(2);
      expect(Buffer.concat(reads).equals(whole)).toBe(true);
    }
  });
});

describe("a known secret in the pieces of a stream", () => {
  const events = (pieces: readonly string[]) =>
    pieces.map((piece) => `data: ${JSON.stringify({ id: "c1", choices: [{ delta: { content: piece } }] })}\n\n`);
  const contents = (reads: readonly Uint8Array[]) =>
    reads.map((read) => JSON.parse(Buffer.from(read).toString().slice(6)).choices[0].delta.content);

  it.each([1, 2, 5, 9])("of %i characters is taken out of all of them", (length) => {
    const said = `the key ${key} it was`;
    const pieces = said.match(new RegExp(`.{1,${length}}`, "gs")) ?? [];
    const clean = scrubReads(
      events(pieces).map((event) => Buffer.from(event)),
      [key],
    );
    expect(contents(clean).join("")).toBe(`the key ${redacted} it was`);
  });
});

describe("what looks like a credential", () => {
  it.each([
    ["sk-proj-abcdefghijklmnop1234", redacted],
    ["Incorrect API key provided: sk-abcd************wxyz.", `Incorrect API key provided: ${redacted}`],
    ["Incorrect API key provided: 7f3bq0c2.", `Incorrect API key provided: ${redacted}`],
    ["AIzaSyA1234567890abcdefghijklmnopqrstuv", redacted],
    ["gsk_abcdefghijkl1234567890", redacted],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", redacted],
    ["authorization: Bearer abcdefgh12345678ijkl", `authorization: Bearer ${redacted}`],
    ['{"api_key":"9d8f7a6b5c"}', `{"api_key":"${redacted}"}`],
    ['"{\\"access_token\\": \\"9d8f7a6b5c\\"}"', `"{\\"access_token\\": \\"${redacted}\\"}"`],
    ["https://me:pass@host.test/v1", `https://${redacted}@host.test/v1`],
    ["https://s.test/a?X-Amz-Signature=0a1b2c3d&x=1", `https://s.test/a?X-Amz-Signature=${redacted}&x=1`],
    ["in organization org-a1b2c3d4e5f6g7h8 on tokens", `in organization ${redacted} on tokens`],
  ])("is taken out of %s", (text, clean) => {
    expect(scrubText(text, [])).toBe(clean);
  });

  it.each([
    "Basic usage of the bearer bonds",
    "The password: required, the API key: optional",
    "sk-learn",
    '{"properties":{"api_key":{"type":"string"},"max_tokens":12345678}}',
    "pk_customer_orders",
    "https://example.com/a@b?monkey=1234567890",
    '{"key":"a long sentence about keys 1234567890"}',
  ])("is not: %s", (text) => {
    expect(scrubText(text, [])).toBe(text);
  });
});

it("leaves bytes that are no text as they are", () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(key), 0xc3, 0x80, 0x0a]);
  const [clean] = scrubReads([bytes], [key]);
  expect(clean).toEqual(Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(redacted), 0xc3, 0x80, 0x0a]));
});

it("finds a secret in megabytes", () => {
  const filler = `"${'a\\"b'.repeat(100_000)}"`;
  expect(scrubText(`${filler}${key}${" ".repeat(500_000)}${filler}`, [key])).toBe(
    `${filler}${redacted}${" ".repeat(500_000)}${filler}`,
  );
});

describe.each(Object.entries(forms))("a text that was cut through a known secret %s", (_, form) => {
  it("holds nothing of it that is long enough to be known again, and all that stood before it", () => {
    // Less than eight characters of it, each as long as this form makes it.
    const most = redacted.length + 8 * Math.ceil(form.length / key.length) + 10;
    for (let end = 1; end < form.length; end++) {
      const clean = scrubPieces(`before it ${form.slice(0, end)}`, [key]);
      expect(clean).toMatch(/^before it /);
      expect(clean.length).toBeLessThan("before it ".length + most);
    }
  });
});
