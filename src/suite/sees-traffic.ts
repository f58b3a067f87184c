import type { OpenedSubject } from "./open-subject.js";
import { type Host, within } from "./play-case.js";

/**
 * Whether a stage that only watches sees what this subject sends: a subject may use a transport that nobody can watch,
 * and then "nothing was sent" would be said of everything.
 */
export async function seesTraffic<Subject>(host: Host<Subject>): Promise<boolean> {
  const end = new AbortController();
  let played: OpenedSubject<Subject> | undefined;
  try {
    const greet = async () => {
      played = await host.open({ script: ["Hello."] });
      // Also a request that failed was sent.
      await host.kind.greet(played, end.signal).catch(() => {});
      return played.sent().length > 0;
    };
    return await within(greet(), host.watchdogMs, () => new Error("no answer"));
  } catch {
    return (played?.sent().length ?? 0) > 0;
  } finally {
    end.abort();
    await played?.close(host.patienceMs).catch(() => {});
  }
}
