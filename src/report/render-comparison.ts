import pc from "picocolors";
import type { Change, Comparison, Direction } from "./compare-reports.js";
import { headings } from "./matrix.js";
import type { TerminalOptions } from "./paint.js";
import { wrapped } from "./text-width.js";
import { oneLine } from "./visible-text.js";

const titles: Readonly<Record<Direction, string>> = {
  worse: "Worse",
  changed: "Changed",
  new: "New",
  gone: "Gone",
  better: "Better",
};

/** What became of two runs for a terminal: the worse first, and last how many there are of each. */
export function renderComparison({ changes, same }: Comparison, options: TerminalOptions): string {
  const sections = (Object.keys(titles) as Direction[]).flatMap((direction) => {
    const alike = changes.filter((change) => change.direction === direction);
    return alike.length > 0 ? [renderSection(direction, alike, options)] : [];
  });
  const counts = (Object.keys(titles) as Direction[]).map((direction) => {
    const count = changes.filter((change) => change.direction === direction).length;
    return `${count} ${direction}`;
  });
  return `${[...sections, [...counts, `${same} the same`].join(", ")].join("\n\n")}\n`;
}

function renderSection(direction: Direction, changes: readonly Change[], options: TerminalOptions): string {
  const { color, columns = Infinity } = options;
  const { red, green, bold } = pc.createColors(color);
  const painted = direction === "worse" ? red : direction === "better" ? green : bold;
  const lines = changes.flatMap((change) => {
    const reason = change.reason !== undefined && change.after !== "passed" ? `: ${change.reason}` : "";
    return wrapped(oneLine(describe(change) + reason), columns - 2, 2).map((line) => `  ${line}`);
  });
  return [painted(titles[direction]), ...lines].join("\n");
}

function describe({ kind, subject, id, direction, before, after }: Change): string {
  const name = `${headings[kind]} ${subject}`;
  if (id === undefined) return direction === "worse" ? `${name} is not judged any more` : name;
  const from = direction === "new" ? after : direction === "gone" ? before : `${before} → ${after ?? "not judged"}`;
  return `${id} (${name}) ${from}`;
}
