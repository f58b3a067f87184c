import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = join(root, "node_modules");

/**
 * A copy of an example, installed as by those who copy it, but without a registry: this package as it would be published,
 * and of the others what the example's own package.json names, so that a name that is missing there fails here.
 * @param example a folder of examples/
 * @returns where the copy is, until the test has ended
 */
export async function installedCopy(example: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, "examples", example), folder, { recursive: true });

  const modules = join(folder, "node_modules");
  const touchstone = join(modules, "touchstone");
  await mkdir(touchstone, { recursive: true });
  // The scripts would build, under the feet of tests that run what is built.
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", modules];
  const [{ filename }] = JSON.parse((await run("npm", pack, { cwd: root })).stdout);
  await run("tar", ["-xzf", join(modules, filename), "--strip-components=1", "-C", touchstone]);

  await link(touchstone, Object.keys((await manifestOf(touchstone)).dependencies ?? {}));
  const { dependencies, devDependencies } = await manifestOf(folder);
  const named = Object.keys({ ...dependencies, ...devDependencies });
  if (!named.includes("touchstone")) throw new Error(`examples/${example}/package.json does not name touchstone`);
  await link(
    folder,
    named.filter((name) => name !== "touchstone"),
  );
  return folder;
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  /** Files by the command that they are. */
  readonly bin?: Record<string, string>;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}

/** Links packages, and the commands that they bring, from those that are installed here. */
async function link(folder: string, names: readonly string[]): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  for (const name of names) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(packages, name), join(modules, name));
    const { bin = {} } = await manifestOf(join(modules, name));
    for (const [command, file] of Object.entries(bin)) {
      await symlink(join(modules, name, file), join(modules, ".bin", command));
    }
  }
}
