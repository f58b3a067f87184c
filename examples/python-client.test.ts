import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test("a Python client streams an answer with a tool call from touchstone serve", async () => {
  const server = spawn(process.execPath, [
    ...[path("../bin/touchstone.js"), "serve", "--protocol", "openai"],
    ...["--script", path("order-status.json")],
  ]);
  const closed = once(server, "close");
  let printed = "";
  for await (const text of server.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    printed += text;
    if (printed.includes("\n")) break;
  }
  const baseURL = /http:\S+/.exec(printed)?.[0];

  const client = await promisify(execFile)("python3", [path("python-client/client.py")], {
    env: { ...process.env, BASE_URL: baseURL },
  });
  expect(client.stdout).toBe("looks up A-1042\nIt has shipped.\n");

  server.stdout.on("data", (text) => {
    printed += text;
  });
  server.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
  expect(printed.split("\n").slice(1)).toEqual([
    'POST /v1/chat/completions  stream gpt-4o "Where is A-1042?"  200',
    "POST /v1/chat/completions  stream gpt-4o 1 tool result  200",
    "",
  ]);
});
