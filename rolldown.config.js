// Makes one file of each folder of src, as importing many small ones takes longer than all that is in them. The command line
// alone stays in its own, so that a command loads no more than it needs. Types are tsc's.
import { relative, sep } from "node:path";
import { defineConfig } from "rolldown";

/** What package.json exports, and what is run. */
const entries = [
  "index",
  ...["config", "drivers", "mock-server", "stages", "suite", "tools", "validated", "vitest"].map(
    (name) => `${name}/index`,
  ),
  ...["adapters/ai-sdk", "adapters/langchain"].map((name) => `${name}/index`),
  ...["cli/built-in-subjects", "cli/main", "cli/write-rules"],
];

/** The folder of a module, where it has one that becomes one file. */
function folderOf(id) {
  const [folder, ...below] = relative("src", id).split(sep);
  return below.length === 0 || folder === ".." || folder === "cli" ? null : `${folder}/${folder}`;
}

export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: "node",
  external: (id) => !/^[./\0]/.test(id) && !id.startsWith("@oxc-project/"),
  transform: { target: "es2022" },
  preserveEntrySignatures: "allow-extension",
  output: {
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) => (name.includes("/") ? "[name].js" : "cli/[name].js"),
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: "folder", name: folderOf }] },
  },
});
