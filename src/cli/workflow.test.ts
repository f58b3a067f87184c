import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { obedientModel } from "../endpoint/testing/obedient-model.js";
import { providersIn } from "./providers.js";
import { ciRunner, readYAML, type Step } from "./testing/run-step.js";

interface Job {
  readonly if?: string;
  readonly steps: readonly Step[];
}

const path = ".github/workflows/providers.yml";
const { env, jobs } = readYAML(path) as {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<"matrix" | "check" | "report", Job>>;
};
const key = "sentinel-key-0123456789";

/** The step of a job that runs this. */
const stepOf = ({ steps }: Job, command: string) => steps.find(({ run = "" }) => run.includes(command));
const secretNames = (env: Step["env"] = {}) =>
  Object.values(env).flatMap((value) => /^\$\{\{ (secrets.+) \}\}$/.exec(value)?.[1] ?? []);

/** What the first job makes of the keys. @param keys by the names of their secrets */
async function legs(keys: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const step = stepOf(jobs.matrix, "touchstone matrix");
  const none = Object.fromEntries(secretNames(step?.env).map((name) => [name, ""]));
  const values = { ...none, ...keys, "inputs.providers": more.providers ?? "" };
  const runner = ciRunner();
  const { providers: _, ...variables } = more;
  return runner.run({ ...step, env: { ...step?.env, ...variables } } as Step, values);
}

describe("the workflow of providers", () => {
  it("runs from the keys to a merged report, and shows no key", async () => {
    await using endpoint = await obedientModel({ apiKey: key });
    const made = await legs({ "secrets.OPENAI_API_KEY": key }, { OPENAI_BASE_URL: endpoint.baseURL });
    expect(made.code, made.printed).toBe(0);
    const { include } = JSON.parse(made.outputs.matrix ?? "");
    expect(include).toHaveLength(1);

    const runner = ciRunner();
    const matrix = Object.entries<string>(include[0]).map(([name, value]) => [`matrix.${name}`, value]);
    const checked = await runner.run(stepOf(jobs.check, "touchstone check"), {
      ...Object.fromEntries(matrix),
      "inputs.profile || 'default'": "default",
      "secrets[matrix.key-env]": key,
    });
    expect(checked.code, checked.printed).toBe(0);
    expect(checked.summary).toContain("Conforms");

    // As the artefacts of two legs come down.
    for (const name of ["openai", "google"]) {
      mkdirSync(join(runner.folder, "reports", `report-${name}`), { recursive: true });
      copyFileSync(join(runner.folder, "report.json"), join(runner.folder, "reports", `report-${name}`, "report.json"));
    }
    const rendered = await runner.run(stepOf(jobs.report, "touchstone render"), {});
    expect(rendered.code, rendered.printed).toBe(0);
    const merged = readFileSync(join(runner.folder, "matrix.json"), "utf8");
    expect(JSON.parse(merged).subjects).toHaveLength(2);
    expect(existsSync(join(runner.folder, "matrix.html"))).toBe(true);
    expect(rendered.summary).toContain("Conforms");
    for (const { printed, summary, outputs } of [made, checked, rendered])
      expect(printed + summary + JSON.stringify(outputs)).not.toContain(key);
    expect(runner.calls() + merged).not.toContain(key);
  });

  it("has no leg without a key, and says so as the next job reads it", async () => {
    const { code, outputs } = await legs({});
    expect(code).toBe(0);
    expect(jobs.check.if).toBe(`needs.matrix.outputs.matrix != '${outputs.matrix}'`);
  });

  it("fails where an expected key is missing", async () => {
    const { code, printed } = await legs({}, { EXPECTED_PROVIDERS: "google" });
    expect(code).toBe(2);
    expect(printed).toContain("GEMINI_API_KEY");
  });

  it("takes the providers that a person names", async () => {
    const { outputs } = await legs(
      { "secrets.OPENAI_API_KEY": key, "secrets.GROQ_API_KEY": key },
      { providers: "groq" },
    );
    expect(JSON.parse(outputs.matrix ?? "").include).toMatchObject([{ name: "groq", preset: "groq" }]);
  });

  it("knows the secret and the variable of every provider", () => {
    const step = stepOf(jobs.matrix, "touchstone matrix");
    for (const { keyEnv, modelEnv } of providersIn({})) {
      expect(step?.env?.[keyEnv]).toBe(`\${{ secrets.${keyEnv} }}`);
      expect(env[modelEnv]).toBe(`\${{ vars.${modelEnv} }}`);
    }
  });

  it("runs no other command of ours, writes nothing into its shells, and puts no key in their words", () => {
    const shells = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const commands = shells.flatMap((shell) => [...shell.matchAll(/npx (\S+ \S+)/g)].map(([, command]) => command));
    expect(commands).toEqual(["touchstone matrix", "touchstone check", "touchstone render"]);
    for (const shell of shells) {
      expect(shell).not.toContain("${{");
      // `export` is the shell's own: what it is given stands in no list of processes.
      expect(shell.replace('export "$KEY_ENV=$API_KEY"', "")).not.toMatch(/\$\{?\w*API_KEY/);
    }
  });

  it("passes secrets in the environment of a step alone, and may do nothing but read", () => {
    const workflow = readYAML(path) as Readonly<Record<string, unknown>>;
    expect(workflow.permissions).toEqual({ contents: "read" });
    const places = stringsIn(workflow).filter(({ text }) => /secrets\W/.test(text));
    expect(places.length).toBeGreaterThan(8);
    for (const { place } of places) expect(place).toMatch(/^jobs\.\w+\.steps\.\d+\.env\.[A-Z_]+$/);
  });

  it("reads no output that nothing writes, and waits for what it reads", () => {
    const { jobs: all } = readYAML(path) as {
      readonly jobs: Readonly<Record<string, Job & { readonly needs?: string | string[]; readonly outputs?: object }>>;
    };
    for (const [name, job] of Object.entries(all)) {
      for (const { text } of stringsIn(job)) {
        for (const [, needed = "", output = ""] of text.matchAll(/needs\.(\w+)\.outputs\.(\w+)/g)) {
          expect([job.needs].flat(), name).toContain(needed);
          expect(all[needed]?.outputs, text).toHaveProperty(output);
        }
        for (const [, id = "", output = ""] of text.matchAll(/steps\.(\w+)\.outputs\.(\w+)/g))
          expect(job.steps.find((step) => step.id === id)?.run, text).toContain(`echo "${output}=`);
      }
    }
  });
});

/** Every text of a document, with where it stands. */
function stringsIn(value: unknown, place = ""): readonly { readonly place: string; readonly text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringsIn(item, place === "" ? key : `${place}.${key}`));
}
