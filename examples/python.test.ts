import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const cwd = fileURLToPath(new URL("python", import.meta.url));

test("python: the assistant passes its own tests against touchstone serve", async () => {
  const { stderr } = await promisify(execFile)("python3", ["-m", "unittest"], { cwd }).catch((error) => {
    if (error.code === "ENOENT") throw new Error("there is no python3 on the PATH: install Python 3.9 or newer");
    throw error;
  });
  expect(stderr).toMatch(/^Ran 4 tests in [\s\S]*^OK$/m);
});
