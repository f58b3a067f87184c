import { type JSONValue, redact } from "../contract/index.js";
import { type Asked, type Difference, differencesOf } from "./differences.js";
import type { Recording } from "./read-recording.js";

/** Finds the recorded exchange that a request is to be answered with. */
export interface Matcher {
  /** @param asked without secrets, as recordings are. @returns the recording, or why there is none, in a sentence or two */
  match(asked: Asked): Recording | string;
}

/**
 * Of recorded requests that are the same, each is matched once, in their order.
 * @param repeat begins with the first of them again when all were matched; without it, one more is not
 */
export function createMatcher(recordings: readonly Recording[], repeat = false): Matcher {
  const played = new Map<Recording, number>();
  return {
    match(asked) {
      const compared = recordings
        .map((recording) => ({ recording, differences: differencesOf(recording.request, asked) }))
        .toSorted((a, b) => distance(a.differences) - distance(b.differences));
      const same = compared.filter(({ differences }) => differences.length === 0).map(({ recording }) => recording);
      const [first] = same;
      if (!first) return unmatched(asked, compared[0]);
      const times = played.get(first) ?? 0;
      const found = same[repeat ? times % same.length : times];
      if (!found) return exhausted(asked, same, times + 1);
      played.set(first, times + 1);
      return found;
    },
  };
}

/** Another path is another request; of what stands in the body, each place counts. */
function distance(differences: readonly Difference[]): number {
  const isOther = differences.some(({ place }) => place === "method" || place === "path");
  return differences.length + (isOther ? 1e6 : 0);
}

function unmatched(
  { method, path }: Asked,
  nearest: { readonly recording: Recording; readonly differences: readonly Difference[] } | undefined,
): string {
  const [first, ...others] = nearest?.differences ?? [];
  if (!nearest || !first) return `No recorded request is this ${method} ${shown(path)}.`;
  const where = first.place.startsWith("/") ? `at ${shown(first.place)}` : `in its ${first.place}`;
  const more = others.length > 0 ? ` (and in ${others.length} more)` : "";
  return (
    `No recorded request is this ${method} ${shown(path)}. The nearest is ${nearest.recording.file}, which differs ${where}: ` +
    `recorded ${described(first.recorded)}, asked ${described(first.asked)}${more}.`
  );
}

function exhausted({ method, path }: Asked, same: readonly Recording[], time: number): string {
  const files = same.map(({ file }) => file);
  const named = files.length > 3 ? `${files.slice(0, 3).join(", ")}…` : files.join(", ");
  const times = files.length === 1 ? "once" : `${files.length} times`;
  return `This ${method} ${shown(path)} was recorded ${times} (${named}) and is asked for the ${ordinal(time)} time; repeat (--repeat) begins again.`;
}

const ordinal = (count: number) =>
  `${count}${["th", "st", "nd", "rd"][count % 100 > 10 && count % 100 < 14 ? 0 : count % 10] ?? "th"}`;

/** The longest that is shown of one value. */
const longest = 60;

const shown = (text: string) => redact(text, [], 2 * longest);
const described = (value: JSONValue | undefined) =>
  value === undefined ? "nothing" : redact(JSON.stringify(value), [], longest);
