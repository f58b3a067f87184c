// What a subject costs before it does anything: the time to import it, and what is installed for it.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @returns milliseconds that a fresh process takes to import these modules */
export async function importTime(modules) {
  const script = `const began = performance.now();
for (const name of ${JSON.stringify(modules)}) await import(name);
console.log(performance.now() - began);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
  });
  return Number(stdout);
}

/** @returns bytes of these packages and of all that they depend on, each once */
export function installedSize(packages) {
  const seen = new Map();
  for (const name of packages) {
    // Of this package itself only what it publishes.
    if (name === "touchstone") {
      const { files, dependencies } = manifestOf(root);
      for (const file of files) seen.set(join(root, file), sizeOf(join(root, file)));
      for (const dependency of Object.keys(dependencies)) add(dependency, root, seen);
    } else add(name, root, seen);
  }
  return [...seen.values()].reduce((sum, size) => sum + size, 0);
}

function add(name, from, seen) {
  const folder = find(name, from);
  if (folder === undefined || seen.has(folder)) return;
  seen.set(folder, sizeOf(folder));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(folder);
  const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const needed of [...Object.keys(dependencies), ...peers]) add(needed, folder, seen);
}

function find(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (statSync(join(candidate, "package.json"), { throwIfNoEntry: false })) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Without what is installed below: that is counted as a package of its own. */
function sizeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
