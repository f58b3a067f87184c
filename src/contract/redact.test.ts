import { describe, expect, it } from "vitest";
import { redact } from "./redact.js";

describe("a page of markup", () => {
  it.each([
    ["<div><center><h1>502 Bad Gateway</h1></center></div>", 'an HTML page titled "502 Bad Gateway"'],
    ["<h1 class='a'><b>502</b></h1><p>nginx</p>", 'an HTML page titled "502"'],
    ["\n  <center>no title</center>", "an HTML page"],
    ["<!-- gateway --><p>sorry</p>", "an HTML page"],
    ["<br/>sorry", "an HTML page"],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "an XML document"],
    ["<Error><Code>AccessDenied</Code></Error>", "an HTML page"],
    ["upstream said <html><title>502</title></html>", 'an HTML page titled "502"'],
  ])("%s is named and never quoted", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each(["<3 items are missing", "a < b and c > d", '<function=f={"x":1}', "the tag <div> is not allowed"])(
    "is not %s",
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});

describe("a known credential", () => {
  it("that holds another one is hidden whole", () => {
    expect(redact("it was tr0ub4dor-and-3", ["tr0ub4dor", "tr0ub4dor-and-3"])).toBe("it was …");
  });

  it.each([19_985, 19_995, 20_000, 20_005])("is hidden where the text is cut, at %i", (at) => {
    const text = `${" ".repeat(at)}tr0ub4dor-and-3${" ".repeat(50_000)}`;
    expect(redact(text, ["tr0ub4dor-and-3"])).not.toMatch(/tr0/);
  });

  it("is hidden behind others, where the text is cut", () => {
    const text = `${"tr0ub4dor-and-3".repeat(1334)}${"x".repeat(50_000)}`;
    expect(redact(text, ["tr0ub4dor-and-3"])).not.toMatch(/tr0/);
  });
});
