import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

// Each finding shown with the package alone, in a process of its own. One that is no longer there ends with 1: the package
// has changed, and the finding is to be taken off the list.

const root = new URL("..", import.meta.url).pathname;
const files = readdirSync(`${root}examples/findings`, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => `examples/findings/${file}`)
  .sort();

test("there are reproductions", () => {
  expect(files.length).toBeGreaterThan(50);
});

test.concurrent.each(files)("%s", { timeout: 60_000 }, async (file) => {
  const told = await new Promise<string>((resolve) => {
    execFile(process.execPath, [file], { cwd: root, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` : stdout),
    );
  });
  expect(told).toMatch(/^still there/m);
});
