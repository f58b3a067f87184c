import type { OpenedSubject } from "./open-subject.js";
import type { Setting } from "./stage.js";
import type { SubjectKind } from "./subject-kind.js";
import { within } from "./within.js";

/**
 * Whether a stage that only watches sees what this subject sends: a subject may use a transport that nobody can watch,
 * and then "nothing was sent" would be said of everything. Never rejects.
 */
export async function seesTraffic<Subject>(
  kind: SubjectKind<Subject>,
  open: (setting: Setting) => Promise<OpenedSubject<Subject>>,
  { watchdogMs, patienceMs }: { readonly watchdogMs: number; readonly patienceMs: number },
): Promise<boolean> {
  const end = new AbortController();
  let played: OpenedSubject<Subject> | undefined;
  try {
    const greet = async () => {
      played = await open({ script: ["Hello."] });
      if (!played.powers.has("traffic")) return false;
      // Also a request that failed was sent.
      await kind.greet(played, end.signal).catch(() => {});
      return played.sent().length > 0;
    };
    return await within(greet(), watchdogMs, () => new Error("no answer"));
  } catch {
    return (played?.sent().length ?? 0) > 0;
  } finally {
    end.abort();
    await played?.close(patienceMs).catch(() => {});
  }
}
