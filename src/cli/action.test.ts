import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { obedientModel } from "../endpoint/testing/obedient-model.js";
import { ciRunner, readYAML, root, type Step } from "./testing/run-step.js";

const action = readYAML("action.yml") as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const key = "sentinel-key-0123456789";

/** Runs the action's steps on an endpoint. @param given inputs, beside which the defaults stand */
async function runAction(given: Readonly<Record<string, string>>, runner = ciRunner()) {
  const all = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [
    `inputs.${name}`,
    given[name] ?? value,
  ]);
  const [install, check] = action.runs.steps;
  expect(await runner.run(install, Object.fromEntries(all))).toMatchObject({ code: 0, printed: "" });
  return runner.run(check, Object.fromEntries(all));
}

describe("the action", () => {
  it("checks an endpoint, and gives its reports", async () => {
    await using endpoint = await obedientModel({ apiKey: key });
    const { code, printed, outputs, summary } = await runAction({ "base-url": endpoint.baseURL, model: "m", key });
    expect(code, printed).toBe(0);
    expect(outputs).toMatchObject({ outcome: "conforms", "exit-code": "0" });
    const texts = [outputs.report, outputs.html].map((path) => readFileSync(path ?? "", "utf8"));
    expect(JSON.parse(texts[0] ?? "")).toMatchObject({ outcome: "conforms", subjects: [{ name: "m" }] });
    expect(texts[1]).toMatch(/^<!doctype html>/i);
    expect(summary).toContain("Conforms");
    for (const text of [printed, summary, ...texts, JSON.stringify(outputs)]) expect(text).not.toContain(key);
  });

  it("fails with the code of the check, and gives the reports all the same", async () => {
    await using endpoint = await obedientModel({ answer: ({ schema }) => (schema ? "Paris." : undefined) });
    const { code, outputs } = await runAction({ "base-url": endpoint.baseURL, model: "m", profile: "structured" });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: "fails", "exit-code": "1" });
    expect(JSON.parse(readFileSync(outputs.report ?? "", "utf8"))).toMatchObject({ outcome: "fails" });
  });

  it("takes every input to the command, and the key to none of its words", async () => {
    await using endpoint = await obedientModel({ apiKey: key });
    const runner = ciRunner();
    const common = { "base-url": endpoint.baseURL, model: "m", key, profile: "chat" };
    const earlier = await runAction(common, runner);
    writeFileSync(join(runner.folder, "known.json"), "{}");
    const { code, printed } = await runAction(
      {
        ...common,
        ...{ driver: "openai", preset: "vllm", known: "known.json", version: "0.1.0" },
        baseline: earlier.outputs.report ?? "",
      },
      runner,
    );
    expect(code, printed).toBe(0);
    expect(runner.calls()).toMatch(/^--yes touchstone@0\.1\.0 check /);
    for (const word of ["--preset vllm", "--known known.json", "--baseline ", "--profile chat", "--driver openai"])
      expect(runner.calls()).toContain(word);
    expect(runner.calls() + printed).not.toContain(key);
  });

  it("has no report where the inputs are wrong", async () => {
    const { code, outputs } = await runAction({ model: "m", driver: "another", "base-url": "http://127.0.0.1:1" });
    expect(code).toBe(2);
    expect(outputs).toEqual({ "exit-code": "2" });
  });

  it("has the outputs that its steps write, and the page says which inputs and outputs there are", () => {
    const page = readFileSync(join(root, "docs/ci.md"), "utf8");
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.check.outputs.${name} }}`);
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(page).toContain(`| \`${name}\` |`);
  });

  it("writes no input into its shell, where it would be read as a command", () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
  });
});
