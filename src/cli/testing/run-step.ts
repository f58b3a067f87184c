import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { parse } from "yaml";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A step of a workflow or of an action. */
export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @param path from the root of the repository */
export function readYAML(path: string): unknown {
  return parse(readFileSync(join(root, path), "utf8"));
}

/** A machine of a CI, in a folder of its own: `npx touchstone` is the built command line there. */
export interface Runner {
  readonly folder: string;
  /** The arguments of each call of npx, one on each line. */
  calls(): string;
  /**
   * Runs a step's shell as GitHub does.
   * @param values what each `${{ … }}` of the step's environment stands for
   */
  run(step: Step | undefined, values: Readonly<Record<string, string>>): Promise<StepResult>;
}

export interface StepResult {
  readonly code: number | null;
  /** Both streams. */
  readonly printed: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export function ciRunner(): Runner {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "npx"), npx, { mode: 0o755 });
  const environment = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    PROGRAM: join(root, "bin", "touchstone.js"),
    CALLS: calls,
    GITHUB_ACTION_PATH: root,
    RUNNER_TEMP: folder,
  };
  let steps = 0;
  return {
    folder,
    calls: () => readFileSync(calls, "utf8"),
    async run(step, values) {
      if (step?.run === undefined) throw new Error("there is no such step, or it has no shell");
      steps += 1;
      const [output, summary] = ["output", "summary"].map((name) => join(folder, `${name}-${steps}`)) as [
        string,
        string,
      ];
      writeFileSync(output, "");
      const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text, values)]);
      const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
        cwd: folder,
        env: { ...environment, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...Object.fromEntries(own) },
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => {
          printed += text;
        });
      const [code] = await once(child, "close");
      const lines = readFileSync(output, "utf8").split("\n").filter(Boolean);
      return {
        code: code as number | null,
        printed,
        outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2))),
        summary: existsSync(summary) ? readFileSync(summary, "utf8") : "",
      };
    },
  };
}

/** Anything else than this package ends with a code that no command has. */
const npx = `#!/usr/bin/env bash
echo "$*" >> "$CALLS"
if [ "$1" = --yes ]; then shift; fi
case "$1" in touchstone | touchstone@*) ;; *) exit 99 ;; esac
shift
exec node "$PROGRAM" "$@"
`;

function evaluated(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`the step reads \${{ ${expression} }}, which has no value`);
    return value;
  });
}
