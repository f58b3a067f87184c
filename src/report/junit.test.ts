import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { toJUnit } from "./index.js";
import {
  hostileReport,
  hostileTexts,
  oneOfEach,
  reportOf,
  runReport,
  suiteReport,
  verdict,
} from "./testing/example-report.js";

interface Node {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Node[];
  text: string;
}

/** Parses as the specification has it, and throws at anything that is not well-formed. */
function parse(xml: string): Node {
  const root: Node = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return root.children[0] as Node;
}

const all = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name)),
];

describe("a report as JUnit", () => {
  it("is a suite a subject and a test a check, each with what it came to", () => {
    const suites = parse(toJUnit(runReport([{ name: "one", report: suiteReport(...oneOfEach) }, { name: "two" }])));
    expect(suites.attributes).toMatchObject({ tests: "9", failures: "2", errors: "2", skipped: "4", time: "1.234" });
    expect(suites.children.map(({ attributes }) => attributes.name)).toEqual(["one", "two"]);
    const outcomes = all(suites, "testcase").map(({ attributes, children }) => [
      `${attributes.classname}/${attributes.name}`,
      children[0]?.name,
      children[0]?.attributes.message,
    ]);
    expect(outcomes).toEqual([
      ["llm.one.Alpha/holds", undefined, undefined],
      ["llm.one.Alpha/breaks", "failure", 'expected "a", got "b"'],
      ["llm.one.Alpha/listed", "skipped", "known to fail: issue 1; as ever"],
      ["llm.one.Alpha/stale", "failure", "listed as a known failure, and passes: remove the entry"],
      ["llm.one.Beta/should", "skipped", "warned: it did not"],
      ["llm.one.Beta/not-claimed", "skipped", "unclaimed: vision is not claimed"],
      ["llm.one.Beta/no-power", "skipped", "not-run: needs raw"],
      ["llm.one.Gamma/quota", "error", "LLM_QUOTA_EXCEEDED"],
      ["llm.one.Gamma/ours", "error", "the stage threw"],
    ]);
    const [failure] = all(suites, "failure");
    expect(failure?.text.split("\n")).toEqual([
      "rule: The rule.",
      'seen: expected "a", got "b"',
      "why it matters: It breaks.",
      "fix: Mend it.",
      'sent: POST /v1/chat/completions {"model":"m-1"}',
      'reply: {"text":"b"}',
    ]);
  });

  it("says of each suite what was judged, and how to repeat it", () => {
    const target = "http://127.0.0.1:8000/v1";
    const suites = parse(toJUnit(runReport([{ target }])));
    const properties = Object.fromEntries(
      all(suites, "property").map(({ attributes: { name, value } }) => [name, value]),
    );
    expect(properties).toMatchObject({ model: "m-1", provider: "p", stage: "openai", target, kit: "0.1.0" });
    expect(properties.command).toContain("npx touchstone check");
  });

  it.each(hostileTexts)("is well-formed whatever was said (%#)", (text) => {
    const suites = parse(toJUnit(hostileReport(text)));
    expect(all(suites, "testcase")).toHaveLength(3);
    const [failure] = all(suites, "failure");
    // What XML has a place for comes back to the character.
    const printable = [...text.toWellFormed()]
      .filter((one) => (one >= " " || "\t\n\r".includes(one)) && !"\ufffd\ufffe\uffff".includes(one))
      .join("");
    const came = failure?.attributes.message?.replace(/[\u2400-\u241f\ufffd]/g, "");
    expect(came).toBe(`reason ${printable}`);
  });

  it("is well-formed with every character that there is below 0x10000", () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join("");
    const suites = parse(toJUnit(reportOf(verdict("A/x", "failed", { reason: characters, sent: characters }))));
    expect(all(suites, "failure")).toHaveLength(1);
  });

  it("is well-formed without any subject", () => {
    expect(parse(toJUnit(runReport([]))).attributes.tests).toBe("0");
  });
});
