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

/** The folders of what was built, and the packages, that modules were loaded from. */
function placesOf(loaded: string): readonly string[] {
  const places = [...loaded.matchAll(/\/(?:dist\/(\w[\w-]*)\/|node_modules\/((?:@[^/]+\/)?[^/]+)\/)/g)];
  return [...new Set(places.map(([, folder, name]) => folder ?? name ?? ""))].sort();
}

// Every folder of ours costs tens of milliseconds, and undici a hundred: these answer at once because they load none.
it.each([["--version"], ["--help"], ["list"]])(
  "touchstone %s loads the command line and what reads it, and nothing else",
  async (...args) => {
    const loaded = await loadedBy("bin/touchstone.js", ...args);
    expect(loaded).toContain("/dist/cli/main.js");
    expect(placesOf(loaded)).toEqual(["cli", "commander"]);
    // Undici is within Node too, as are servers: what asks for them takes them in.
    expect(loaded).not.toMatch(/node:(?:https?|http2|net|tls|worker_threads|crypto|zlib)\b/);
  },
);

it("whoever tests with the memory model never loads undici", async () => {
  const loaded = await loadedBy("--input-type=module", "-e", 'await import("touchstone")');
  expect(loaded).toContain("/dist/memory/memory.js");
  expect(loaded).not.toMatch(/node_modules\/(undici|zod|msw|eventsource-parser)\//);
});
