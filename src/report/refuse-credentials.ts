import { namesCredential } from "../contract/index.js";
import type { RunReport } from "./run-report.js";

/** `user:pass@`, and a query parameter of such a name, in whatever a text holds of addresses. */
const userInfo = /\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#"'`]*@/i;
const queryName = /[?&;]([^=&#\s"'`]+)=[^&#\s"'`]/g;

/**
 * Looks at what a report says of where its subjects are. What was seen of them is redacted where it is seen.
 * @throws Error when a target or the command holds credentials; the message does not show them
 */
export function refuseCredentials({ subjects, command, mergedFrom = [] }: RunReport): void {
  subjects.forEach(({ name, target }, i) => {
    if (target === undefined) return;
    if (!URL.canParse(target)) throw new Error(`subjects[${i}].target of "${name}" is not a URL`);
    refuse(target, `subjects[${i}].target`);
  });
  refuse(command, "command");
  mergedFrom.forEach((run, i) => {
    refuse(run.command, `mergedFrom[${i}].command`);
  });
}

function refuse(text: string, place: string): void {
  const name = [...text.matchAll(queryName)].map(([, found]) => decoded(found ?? "")).find(namesCredential);
  const what = userInfo.test(text) ? "a user or password" : name !== undefined && "a query parameter for a credential";
  if (what) throw new Error(`${place} holds ${what}: a report is shared, so name where it is without its credentials`);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
