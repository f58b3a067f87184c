import { expect, test } from "vitest";
import { redact } from "../contract/index.js";
import { collectSecrets } from "./secrets.js";

const key = 'z"5/tn l0&s\\nt';

test.each<[string, Record<string, string>, string, string[]]>([
  ["a header of any name", { "x-team": "red-team-7" }, "", ["red-team-7"]],
  ["a password", { "x-db-password": "hunter22" }, "", ["hunter22"]],
  ["a token without its scheme", { "x-jwt": "Custom eyJhbGciOi.x.y" }, "", ["eyJhbGciOi.x.y"]],
  ["each part of a signature", { "x-sig": 'keyId="k-17",sig="abcdef=="' }, "", ["k-17", "abcdef=="]],
  ["each cookie", { cookie: "session=s3ss10n; theme=dark1" }, "", ["s3ss10n", "dark1"]],
  ["a query of the address", {}, "https://e.example/v1?team=gr33n&code=c0d3%2Fx", ["gr33n", "c0d3/x"]],
])("%s is kept out of messages", (_, headers, baseURL, secrets) => {
  const known = collectSecrets(undefined, headers, baseURL);
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret)]) {
      expect(redact(`it was ${form}.`, known).replace(/["\\]/g, "")).toBe("it was ….");
    }
  }
});

test.each([
  ["as it is", key],
  ["in an address", encodeURIComponent(key)],
  ["in an address, in lower case", encodeURIComponent(key).toLowerCase()],
  ["in a form", new URLSearchParams({ a: key }).toString().slice(2)],
  ["in JSON", JSON.stringify(key).slice(1, -1)],
  ["in JSON with its slashes escaped", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
  ["in JSON in JSON", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
])("a key is found %s", (_, form) => {
  expect(redact(`it was ${form}.`, collectSecrets(key, {}, undefined))).toBe("it was ….");
});

test("what is too short to be told from words is left", () => {
  expect(collectSecrets(undefined, { "x-mode": "on" }, "https://e.example/?v=1")).toEqual([]);
});
