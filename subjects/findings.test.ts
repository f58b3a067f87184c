import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { subjects } from "./index.js";
import { reproductionOf } from "./subject.js";

// Each finding shown with the package alone, in a process of its own. One that is no longer there ends with 1: the package
// has changed, and the finding is to be taken off the list.

const root = new URL("..", import.meta.url).pathname;
const files = readdirSync(`${root}examples/findings`, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => `examples/findings/${file}`)
  .sort();

test("each finding has a file of its own that shows it, and each file a finding", () => {
  const named = subjects.flatMap((subject) => subject.findings.map((finding) => reproductionOf(subject, finding)));
  expect(named.sort()).toEqual(files);
});

test.concurrent.each(files)("%s", { timeout: 60_000 }, async (file) => {
  const told = await new Promise<string>((resolve) => {
    execFile(process.execPath, [file], { cwd: root, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve(error ? `ended with ${error.code}: ${stdout}${stderr}` : stdout),
    );
  });
  expect(told).toMatch(/^still there/m);
  expect(told).not.toMatch(/^ended with/);
});
