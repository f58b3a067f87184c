import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { llmErrorCodes } from "touchstone";
import { createOpenAIServer, serve } from "touchstone/mock-server";
import { type Check, embedderCases, llmCases } from "touchstone/suite";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(`${root}/docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

/** A block of code, and the example that it shows. */
const example = /<!-- (examples\/\S+) -->\n```ts\n[\s\S]*?```/g;

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
      text.replace(example, (_, path) => `<!-- ${path} -->\n\`\`\`ts\n${read(path)}\`\`\``),
    );
  });

  it("shows no code but that of examples that run", () => {
    expect([...text.matchAll(/```(?:ts|js|json)\n/g)]).toHaveLength([...text.matchAll(example)].length);
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
        const args = words.slice(2).map((word) => (/^https?:/.test(word) ? server.baseURL : word));
        const keyName = args[args.indexOf("--key-env") + 1] ?? "";
        const env = { ...process.env, ...(args.includes("--key-env") && { [keyName]: "sk-documentation-example" }) };
        const { stdout } = await run(args, env);
        expect(stdout.length).toBeGreaterThan(0);
        expect(stdout).not.toContain("sk-documentation-example");
      } finally {
        await server.close();
      }
    });
  }
});

/** Runs the built command line; any exit code that is a verdict will do, a usage error will not. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  try {
    return await promisify(execFile)(process.execPath, [`${root}/bin/touchstone.js`, ...args], { env });
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

/** Each case with its checks, as the page of cases shows them. */
function casesPage(cases: readonly (typeof llmCases)[number][] | readonly (typeof embedderCases)[number][]): string {
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
      return `### ${name}\n\n${claim}${about}\n\n${Object.entries(checks).map(check).join("\n")}`;
    })
    .join("\n\n");
}

describe("the page of cases", () => {
  it("is what the suite holds; `npm run docs` writes it anew", () => {
    const all = `## LLMs\n\n${casesPage(llmCases)}\n\n## Embedders\n\n${casesPage(embedderCases)}`;
    const page = read("docs/cases.md");
    expectCurrent(
      "docs/cases.md",
      page.replace(/(<!-- cases -->\n)[\s\S]*(<!-- \/cases -->)/, (_, begin, end) => `${begin}\n${all}\n\n${end}`),
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
