import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Prints the address of every module that is loaded, on stderr. */
const tracer = `data:text/javascript,${encodeURIComponent(`
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(
  "export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }"
));
`)}`;

async function loadedBy(...args: readonly string[]): Promise<string> {
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", tracer, ...args], { cwd: root });
  return stderr;
}

it.each(["--version", "list"])("touchstone %s loads neither undici nor zod nor msw", async (command) => {
  const loaded = await loadedBy("bin/touchstone.js", command);
  expect(loaded).toContain("/dist/cli/main.js");
  expect(loaded).not.toMatch(/node_modules\/(undici|zod|msw)\//);
});

it("whoever tests with the memory model never loads undici", async () => {
  const loaded = await loadedBy("--input-type=module", "-e", 'await import("touchstone")');
  expect(loaded).toContain("/dist/memory/memory-llm.js");
  expect(loaded).not.toMatch(/node_modules\/(undici|zod|msw|eventsource-parser)\//);
});
