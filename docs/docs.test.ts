import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { llmErrorCodes } from "touchstone";
import { createOpenAIServer, serve } from "touchstone/mock-server";
import { type Check, embedderCases, llmCases } from "touchstone/suite";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Quirk, quirks } from "../src/quirks/index.js";
import { oneOfEach, reportOf } from "../src/report/testing/example-report.js";
import { toolChecks } from "../src/tools/tool-checks.js";
import { validationChecks } from "../src/validated/validation-is-enforced.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(`${root}/docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

/** A block of code, and the example that it shows. */
const example = /<!-- (examples\/\S+) -->\n```(ts|js|json|python)\n[\s\S]*?```/g;

/** `npm run docs` writes what is generated anew; otherwise it is only compared. */
function expectCurrent(page: string, current: string): void {
  if (process.env.UPDATE_DOCS) writeFileSync(`${root}/${page}`, current);
  expect(read(page)).toBe(current);
}

describe.each(pages)("%s", (page) => {
  const text = read(page);

  it("shows its examples as they are", () => {
    expectCurrent(
      page,
      text.replace(example, (_, path, type) => `<!-- ${path} -->\n\`\`\`${type}\n${read(path)}\`\`\``),
    );
  });

  it("shows no code but that of examples that run", () => {
    expect([...text.matchAll(/```(?:ts|js|json|python)\n/g)]).toHaveLength([...text.matchAll(example)].length);
  });

  it("links to nothing that is not there", () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target as string);
    const folder = page.includes("/") ? "docs/" : "";
    for (const link of links) expect(() => readFileSync(`${root}/${folder}${link}`), link).not.toThrow();
  });

  const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    (block as string).trim().split("\n"),
  );
  // The two commands that install are what the continuous integration itself runs.
  const own = commands.filter((command) => !read(".ci/run").includes(`"${command}"`));
  if (own.length > 0) {
    it.each(own)("shows a command that works: %s", async (command) => {
      const words = command.split(" ");
      expect(words.slice(0, 2)).toEqual(["npx", "touchstone"]);
      const server = await serve(createOpenAIServer({}));
      try {
        const args = words.slice(2).map((word, i) => {
          if (/^https?:/.test(word)) return server.baseURL;
          // What is written, and a port that may be in use here.
          if (words[i + 1] === "--out") {
            const folder = mkdtempSync(`${tmpdir()}/touchstone-`);
            onTestFinished(() => rmSync(folder, { recursive: true }));
            return folder;
          }
          return words[i + 1] === "--port" ? "0" : word;
        });
        const keyName = args[args.indexOf("--key-env") + 1] ?? "";
        const env = { ...process.env, ...(args.includes("--key-env") && { [keyName]: "sk-documentation-example" }) };
        const { stdout } = await (["serve", "record"].includes(args[0] ?? "") ? interrupt : run)(args, env);
        expect(stdout.length).toBeGreaterThan(0);
        expect(stdout).not.toContain("sk-documentation-example");
      } finally {
        await server.close();
      }
    });
  }
});

/** Runs a command that ends when it is told to, in the folder that its files are in. */
async function interrupt(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  const child = spawn(process.execPath, [`${root}/bin/touchstone.js`, ...args], { env, cwd: `${root}/examples` });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
    if (stdout.includes("\n")) child.kill("SIGINT");
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  expect(code, stderr).toBe(0);
  return { stdout };
}

/** Reports that the pages show commands about; the files that commands write go beside them. */
function reportFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/touchstone-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["report", "baseline", "openai", "google"])
    writeFileSync(`${folder}/${name}.json`, JSON.stringify(reportOf(...oneOfEach)));
  return folder;
}

/** Runs the built command line; any exit code that is a verdict will do, a usage error will not. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  const cwd = reportFolder();
  const before = readdirSync(cwd).length;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`${root}/bin/touchstone.js`, ...args], {
      env,
      cwd,
    });
    // A command that writes files has nothing to say.
    return { stdout: stdout || readdirSync(cwd).slice(before).join("\n") };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    expect([1, 4], stderr).toContain(code);
    return { stdout };
  }
}

describe("the picture of a report", () => {
  it("shows every case; `node docs/picture.mjs` draws it anew", () => {
    for (const { name } of [...llmCases, ...embedderCases]) expect(read("docs/check.svg")).toContain(name);
  });
});

describe("the table of error codes", () => {
  it("is the contract's; `npm run docs` writes it anew", () => {
    const rows = Object.entries(llmErrorCodes).map(
      ([code, { status, retryable, when }]) => `| \`${code}\` | ${status} | ${retryable ? "yes" : "no"} | ${when} |`,
    );
    const table = `| code | status | retryable | when |\n| --- | --- | --- | --- |\n${rows.join("\n")}`;
    const page = read("docs/errors.md");
    expectCurrent(
      "docs/errors.md",
      page.replace(/(<!-- errors -->\n)[\s\S]*?(<!-- \/errors -->)/, `$1\n${table}\n\n$2`),
    );
  });
});

interface CaseOnPage extends Pick<(typeof llmCases)[number], "name" | "capabilities"> {
  readonly claim: string;
  readonly checks: Readonly<Record<string, Check>>;
}

/** Each case with its checks, as the page of cases shows them. */
function casesPage(cases: readonly CaseOnPage[]): string {
  const needsOf = ({ needs = [], capabilities = [] }: Check) => [
    ...(needs.length > 0 ? [`needs ${needs.map((power) => `\`${power}\``).join(", ")}`] : []),
    ...(capabilities.length > 0 ? [`where ${capabilities.map((name) => `\`${name}\``).join(", ")} is claimed`] : []),
  ];
  const check = ([slug, about]: [string, Check]) =>
    [
      `- **\`${slug}\`** (${[about.level, ...needsOf(about)].join("; ")}): ${about.clause}`,
      `  - *Why:* ${about.why}`,
      `  - *Usually:* ${about.fix}`,
    ].join("\n");
  return cases
    .map(({ name, claim, capabilities = [], checks }) => {
      const about = capabilities.length > 0 ? ` About ${capabilities.map((one) => `\`${one}\``).join(", ")}.` : "";
      const said = claim ? `${claim}${about}\n\n` : "";
      return `### ${name}\n\n${said}${Object.entries(checks).map(check).join("\n")}`;
    })
    .join("\n\n");
}

/** Checks by id, which belong to no suite of models, as cases. */
function casesOf(checks: Readonly<Record<string, { readonly about: Check }>>): CaseOnPage[] {
  const cases = new Map<string, Record<string, Check>>();
  for (const [id, { about }] of Object.entries(checks)) {
    const [name = "", slug = ""] = id.split("/");
    cases.set(name, { ...cases.get(name), [slug]: about });
  }
  return [...cases].map(([name, checks]) => ({ name, claim: "", checks }));
}

describe("the page of cases", () => {
  it("is what the suite holds; `npm run docs` writes it anew", () => {
    const all = [
      `## LLMs\n\n${casesPage(llmCases)}\n\n## Embedders\n\n${casesPage(embedderCases)}`,
      `## Validation\n\n${casesPage(casesOf(validationChecks))}\n\n## Tools alone\n\n${casesPage(casesOf(toolChecks))}`,
    ].join("\n\n");
    const page = read("docs/cases.md");
    expectCurrent(
      "docs/cases.md",
      page.replace(/(<!-- cases -->\n)[\s\S]*(<!-- \/cases -->)/, (_, begin, end) => `${begin}\n${all}\n\n${end}`),
    );
  });
});

/** Each quirk of a protocol as a row, a table an area. */
function quirksPage(title: string, all: readonly Quirk[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const head = "| id | quirk | who has it | what it breaks | what a driver does |\n| --- | --- | --- | --- | --- |";
  const row = ({ id, name, class: kind, seen, report, breaks, rule, contested }: Quirk) => {
    const cells = [breaks, contested === undefined ? rule : `${rule} *Contested:* ${contested}`].map(cell);
    return `| \`${id}\` | \`${name}\` (${kind}) | [${cell(seen)}](${report}) | ${cells.join(" | ")} |`;
  };
  const areas = [...new Set(all.map(({ area }) => area))].sort();
  const table = (area: string) => all.filter((quirk) => quirk.area === area).map(row);
  return [`## ${title}`, ...areas.map((area) => `### ${title}: ${area}\n\n${[head, ...table(area)].join("\n")}`)].join(
    "\n\n",
  );
}

describe("the page of quirks", () => {
  it("is what the catalogue holds; `npm run docs` writes it anew", () => {
    const of = (...protocols: readonly string[]) =>
      quirks
        .filter((quirk) => String(quirk.protocols.toSorted()) === String(protocols))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const all = [
      quirksPage("Both protocols", of("google", "openai")),
      quirksPage("OpenAI", of("openai")),
      quirksPage("Google", of("google")),
    ].join("\n\n");
    expect(of("google", "openai").length + of("openai").length + of("google").length).toBe(quirks.length);
    const page = read("docs/quirks.md");
    expectCurrent(
      "docs/quirks.md",
      page.replace(/(<!-- quirks -->\n)[\s\S]*(<!-- \/quirks -->)/, (_, begin, end) => `${begin}\n${all}\n\n${end}`),
    );
  });
});

describe("the table of cases in the README", () => {
  const rows = (cases: readonly { name: string; claim: string; checks: object }[]) =>
    cases.map(({ name, claim, checks }) => `| \`${name}\` | ${claim} | ${Object.keys(checks).length} |`).join("\n");
  const head = "| case | what it proves | checks |\n| --- | --- | --- |";
  const table = `${head}\n${rows(llmCases)}\n${rows(embedderCases)}`;
  const section = /(<!-- cases -->\n)[\s\S]*?(<!-- \/cases -->)/;

  it("is what the suite holds; `npm run docs` writes it anew", () => {
    const readme = read("README.md");
    expectCurrent("README.md", readme.replace(section, `$1\n${table}\n\n$2`));
  });
});
