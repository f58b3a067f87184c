import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { ciRunner, readYAML, type Step } from "../src/cli/testing/run-step.js";
import { startCommand } from "../src/cli/testing/start-command.js";
import { obedientModel } from "../src/endpoint/testing/obedient-model.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const program = join(root, "bin/touchstone.js");
const run = async (...args: readonly string[]) =>
  (await promisify(execFile)(process.execPath, [program, ...args])).stdout;

const commands = ["check", "plan", "render", "compare", "matrix", "prove", "explain", "list", "serve", "record"];

describe("what the pages name", () => {
  it("is a flag of some command", async () => {
    const helps = await Promise.all([run("--help"), ...commands.map((command) => run(command, "--help"))]);
    const flags = new Set(helps.join("\n").match(/(?<![\w-])--[a-z][a-z-]*/g));
    for (const page of pages) {
      const named = [...read(page).matchAll(/`(?:npx touchstone [^`]*|touchstone [^`]*|--[^`]*)`/g)].flatMap(
        ([code]) => code.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [],
      );
      for (const flag of named) expect(flags, `${page}: ${flag}`).toContain(flag);
    }
  });

  it("is a script of the package", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect(scripts).toHaveProperty([name as string]);
  });

  it("is a command of the help, and each is in it", async () => {
    const help = await run("--help");
    expect([...help.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)).toEqual([...commands, "help"]);
  });
});

/** The blocks of YAML of a page, each a list of steps. */
const stepsOf = (page: string) =>
  [...read(page).matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(
    ([, block]) => parse(block ?? "") as (Step & { readonly uses?: string; readonly with?: object })[],
  );

it("the steps that docs/reports.md shows work, one after the other", async () => {
  await using endpoint = await obedientModel({ apiKey: "sentinel-key-0123456789" });
  const runner = ciRunner();
  const steps = stepsOf("docs/reports.md").filter(({ run }) => run);
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    const env = { BASE_URL: endpoint.baseURL, API_KEY: "sentinel-key-0123456789" };
    const { code, printed, summary } = await runner.run({ ...step, env }, {});
    expect(code, printed).toBe(0);
    if (step === steps[1]) expect(summary).toContain("Conforms");
  }
  expect(readdirSync(runner.folder)).toEqual(expect.arrayContaining(["report.json", "report.html"]));
});

it("the action that docs/ci.md shows is given inputs that it has, and asked for outputs that it has", () => {
  const action = readYAML("action.yml") as { readonly inputs: object; readonly outputs: object };
  const [use] = stepsOf("docs/ci.md").filter(({ uses }) => uses === "./");
  for (const name of Object.keys(use?.with ?? {})) expect(action.inputs).toHaveProperty([name]);
  const asked = [...read("docs/ci.md").matchAll(/steps\.touchstone\.outputs\.([\w-]+)/g)].map(
    ([, name]) => name as string,
  );
  expect(asked).toEqual(["report", "html"]);
  for (const name of asked) expect(action.outputs).toHaveProperty([name]);
});

describe.each(["check", "serve", "record"])("touchstone %s --help", (command) => {
  it("shows examples that work", async () => {
    const help = await run(command, "--help");
    const examples = [...help.matchAll(/^ {2}\$ touchstone (.+)$/gm)].map(([, line]) => line as string);
    expect(examples.length).toBeGreaterThan(0);
    const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "replies.json"), '["Hello."]');
    mkdirSync(join(folder, "out"));
    await using endpoint = await obedientModel();
    for (const example of examples) {
      const words = example.split(" ");
      const args = words.map((word, i) => {
        if (/^https?:/.test(word)) return endpoint.baseURL;
        if (words[i - 1] === "--port") return "0";
        if (words[i - 1] === "--script") return join(folder, word);
        if (words[i - 1] === "--replay") return join(root, "examples/recordings");
        return words[i - 1] === "--out" ? join(folder, "out") : word;
      });
      const keyEnv = args[args.indexOf("--key-env") + 1] ?? "";
      const env = args.includes("--key-env") ? { [keyEnv]: "sentinel-key-0123456789" } : {};
      // It is what the whole of the continuous integration ends with.
      if (example === "check") continue;
      if (command === "check") {
        const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
          cwd: folder,
          env: { ...process.env, ...env },
        });
        expect(stdout, example).toMatch(/^Conforms/m);
        continue;
      }
      const started = await startCommand(args, env);
      started.child.kill("SIGINT");
      expect((await started.ended).code, example).toBe(0);
    }
  });
});
