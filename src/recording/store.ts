import { mkdirSync, readdirSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingFile } from "./recording-file.js";

/** Where recordings are kept: one file each, whole or not at all. */
export interface Store {
  /** The number of the next request; each is given once. */
  nextNumber(): number;
  /** @returns the file's name */
  save(number: number, recording: RecordingFile): Promise<string>;
}

/**
 * @param directory made where it is not there; numbers go on where others lie in it
 * @throws Error with Node's `code` where it cannot be made or read
 */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  let last = Math.max(0, ...readdirSync(directory).map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0)));
  return {
    nextNumber: () => ++last,
    async save(number, recording) {
      const name = `${String(number).padStart(4, "0")}-${slugOf(recording)}.json`;
      // Hidden, and in the same folder, so that it can take its name in one step.
      const unfinished = join(directory, `.${name}.part`);
      try {
        await writeFile(unfinished, `${JSON.stringify(recording, null, 2)}\n`);
        await rename(unfinished, join(directory, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return name;
    },
  };
}

/** What an exchange is, for a file's name: `stream`, `generate-429`, `get-models`. */
function slugOf({ request: { kind, method, path }, reply: { status } }: RecordingFile): string {
  const [pathname = ""] = path.split("?");
  const last = pathname.split("/").findLast((part) => part !== "") ?? "";
  const what = kind === "unknown" ? `${method}-${last}` : kind;
  const failed = status >= 400 ? `-${status}` : "";
  return `${what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)}${failed}`;
}
