import { describe, expect, it } from "vitest";
import { openAICompatible } from "../drivers/index.js";
import { memoryEmbedder, memoryLLM } from "../memory/index.js";
import { createOpenAIServer, serve } from "../mock-server/index.js";
import { liveStage, memoryStage } from "../stages/index.js";
import { embedderCases, llmCases, runEmbedderCases, runLLMCases } from "../suite/index.js";
import { type RunReport, readReport, requirementsOf, toRunReport, UnreadableReport } from "./index.js";
import { facts, oneOfEach, reportOf, runReport } from "./testing/example-report.js";

const written = (report: RunReport) => JSON.parse(JSON.stringify(report)) as RunReport;

/** What is wrong with a source, in the words of the error. */
function complaint(source: string | object): string {
  try {
    readReport(source);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableReport);
    return (error as Error).message;
  }
  return "nothing";
}

describe("a report of a real run", () => {
  const requirements = requirementsOf([...llmCases, ...embedderCases]);

  it.each([
    ["the memory model", () => runLLMCases(({ script }) => memoryLLM(...script), { stage: memoryStage() }), "conforms"],
    ["a subject that fails", () => runLLMCases(() => memoryLLM("Always this."), { stage: memoryStage() }), "fails"],
    [
      "a subject that cannot be made",
      () =>
        runLLMCases(
          () => {
            throw new Error("no such model");
          },
          { stage: memoryStage() },
        ),
      "fails",
    ],
  ] as const)("fits the schema: %s", async (_, run, outcome) => {
    const report = toRunReport([{ name: "one", kind: "llm", report: await run() }], { ...facts, requirements });
    expect(readReport(JSON.stringify(report))).toEqual(report);
    expect(report.outcome).toBe(outcome);
  });

  it("fits the schema: an embedder, which has no capabilities", async () => {
    const run = await runEmbedderCases(() => memoryEmbedder(), { stage: memoryStage() });
    const report = toRunReport([{ name: "one", kind: "embedder", report: run }], { ...facts, requirements });
    expect(readReport(JSON.stringify(report))).toEqual(report);
    expect(report.subjects[0]).not.toHaveProperty("capabilities");
  });

  it("fits the schema: a live endpoint", async () => {
    await using endpoint = await serve(createOpenAIServer());
    const run = await runLLMCases((stage) => openAICompatible({ ...stage, baseURL: endpoint.baseURL, model: "m" }), {
      stage: liveStage({ model: "m" }),
    });
    const live = {
      name: "m",
      kind: "llm",
      report: run,
      target: endpoint.baseURL,
      requests: 1,
      outputTokens: 2,
    } as const;
    const report = toRunReport([live], { ...facts, requirements, interrupted: "the deadline" });
    expect(readReport(JSON.stringify(report))).toEqual(report);
    expect(report.subjects[0]?.target).toBe(endpoint.baseURL);
  });
});

describe("reading a report", () => {
  const whole = written({
    ...reportOf(...oneOfEach),
    mergedFrom: [{ ...facts, outcome: "fails", subjects: ["one"] }],
  } as RunReport);

  /** Where each required field is, as a path of keys. */
  const fields = pathsOf(whole).filter(
    (path) => !["mergedFrom", "capabilities", "reason", "sent", "replied", "known"].includes(path.at(-1) ?? ""),
  );

  it.each(fields.map((path) => [path.join("."), path]))("needs %s", (_, path) => {
    const lacking = structuredClone(whole);
    const parent = path.slice(0, -1).reduce<Record<string, unknown>>(childOf, lacking as never);
    delete parent[path.at(-1) ?? ""];
    const name = path.at(-1) ?? "";
    if (path.length === 1 && name === "schemaVersion")
      expect(complaint(lacking)).toBe("it is JSON, but no report of a run");
    else expect(complaint(lacking)).toMatch(new RegExp(`(^|[.\\]])${name} is missing$`));
  });

  it.each<[string, string | object, string]>([
    ["nothing", "", "it is empty"],
    ["no JSON", "{ not json", "it is not JSON"],
    ["other JSON", "[1]", "it is JSON, but no report of a run"],
    ["a number", "1", "it is JSON, but no report of a run"],
    ["another version", { ...whole, schemaVersion: 2 }, "its schemaVersion is 2, and this version of the kit reads 1"],
    ["a version in letters", { ...whole, schemaVersion: "1" }, 'its schemaVersion is "1", and'],
    ["a field too many", { ...whole, apiKey: "x" }, "apiKey is no field of a report"],
    ["a wrong type", { ...whole, durationMs: "1" }, "durationMs: "],
    ["a status that there is not", statusOf("great"), "subjects[0].checks[0].status: "],
    ["a time that is none", { ...whole, startedAt: "yesterday" }, "startedAt: "],
    ["a prototype", `${JSON.stringify(whole).slice(0, -1)},"__proto__":{}}`, "__proto__ is no field of a report"],
  ])("says in one line what is wrong: %s", (_, source, said) => {
    const message = complaint(source);
    expect(message).toContain(said);
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThanOrEqual(300);
  });

  it("takes a byte order mark", () => {
    expect(readReport(`\ufeff${JSON.stringify(whole)}`)).toEqual(whole);
  });

  it("keeps its complaint short, whatever the file holds", () => {
    const message = complaint(statusOf("\u001b[31m\n".repeat(1_000)));
    expect(message).toContain("status");
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message.length).toBeLessThanOrEqual(300);
  });

  function statusOf(status: string): object {
    const other = structuredClone(whole) as unknown as { subjects: { checks: { status: string }[] }[] };
    const [check] = other.subjects[0]?.checks ?? [];
    if (check) check.status = status;
    return other;
  }
});

describe("credentials", () => {
  const secret = "sentinel-secret";

  it.each([
    `http://user:${secret}@127.0.0.1/v1`,
    `http://${secret}@127.0.0.1/v1`,
    `https://127.0.0.1/v1?key=${secret}`,
    `https://127.0.0.1/v1?a=b&api_key=${secret}`,
    `https://127.0.0.1/v1?API%4Bey=${secret}`,
    `https://127.0.0.1/v1?access_token=${secret}#x`,
    `https://127.0.0.1/v1?X-Amz-Signature=${secret}`,
    `not a url ${secret}`,
  ])("in a target are refused, and not shown: %s", (target) => {
    const making = () => runReport([{ target }]);
    expect(making).toThrow(/subjects\[0\]\.target/);
    expect(making).not.toThrow(secret);
    const read = { ...written(runReport([{}])) };
    const withTarget = { ...read, subjects: read.subjects.map((subject) => ({ ...subject, target })) };
    expect(complaint(withTarget)).toMatch(/subjects\[0\]\.target/);
    expect(complaint(withTarget)).not.toContain(secret);
  });

  it("in the command are refused too", () => {
    const command = `npx touchstone check --base-url "https://u:${secret}@127.0.0.1/v1"`;
    expect(() => runReport([{}], { command })).toThrow("command holds a user or password");
    const report = written(runReport([{}]));
    const merged = { ...report, mergedFrom: [{ ...facts, outcome: "incomplete", command, subjects: [] }] };
    expect(complaint(merged)).toContain("mergedFrom[0].command holds");
  });

  it.each([
    "http://127.0.0.1:8000/v1",
    "https://host.example/v1?api-version=2024-10-21",
    "https://host.example/@team/v1",
  ])("are not seen where there are none: %s", (target) => {
    expect(runReport([{ target }]).subjects[0]?.target).toBe(target);
  });
});

function childOf(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  return parent[key] as Record<string, unknown>;
}

/** The path of every field, in the first item of each list. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (Array.isArray(value)) return value.length > 0 ? pathsOf(value[0], [...path, "0"]) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsOf(child, [...path, key])]);
}
