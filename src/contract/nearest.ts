/** How many ids are proposed for a misspelt one. */
const most = 3;

/** The ids that look most like one that there is not. Where it names a case rightly, that case's own come first. */
export function nearest(id: string, ids: readonly string[]): string[] {
  const own = caseOf(id);
  return ids
    .map((candidate) => ({
      candidate,
      isOwn: caseOf(candidate) === own,
      distance: editDistance(id.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

const caseOf = (id: string) => id.split("/")[0]?.toLowerCase();

/** How many letters must be put in, taken out or changed to make one of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
