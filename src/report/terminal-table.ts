import pc from "picocolors";
import type { TerminalOptions } from "./paint.js";
import { fitted, padded, widthOf } from "./text-width.js";

/** A cell, and what colours it once it has its width. */
export interface TableCell {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** What is to be laid out: a row is what it is called, and a cell a column. */
export interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly TableCell[] }[];
}

/** The widest name above a column; a model's name can be a path. */
const widestName = 24;

const gap = 2;

/** Lays out a table. Columns that do not fit beside each other stand below each other, each with the rows' names again. */
export function renderTable(
  { heading, columns, rows }: Table,
  { color, columns: limit = Infinity }: TerminalOptions,
): string {
  const { bold } = pc.createColors(color);
  const widths = columns.map((name, i) =>
    Math.max(Math.min(widthOf(name), widestName), ...rows.map(({ cells }) => widthOf(cells[i]?.text ?? ""))),
  );
  const widestRow = Math.max(widthOf(heading), ...rows.map(({ name }) => widthOf(name)));
  const first = Math.min(widestRow, Math.max(8, limit - gap - Math.max(0, ...widths)));
  const space = Math.max(1, limit - first - gap);
  return blocksOf(widths, space)
    .map((block) => {
      const line = (name: string, cells: readonly (TableCell | undefined)[]) =>
        [
          padded(fitted(name, first), first),
          ...cells.map((cell, i) => laidOut(cell, Math.min(widths[block[i] ?? 0] ?? 0, space))),
        ]
          .join(" ".repeat(gap))
          .trimEnd();
      const head = block.map((i) => ({ text: columns[i] ?? "", paint: (text: string) => text }));
      const body = rows.map(({ name, cells }) =>
        line(
          name,
          block.map((i) => cells[i]),
        ),
      );
      return [bold(line(heading, head)), ...body].join("\n");
    })
    .join("\n\n");
}

/** Colour ends before the spaces that fill a cell, so that these can be cut at the end of a line. */
function laidOut(cell: TableCell | undefined, width: number): string {
  const text = fitted(cell?.text ?? "", width);
  const filling = padded(text, width).slice(text.length);
  return (text === "" || !cell ? "" : cell.paint(text)) + filling;
}

/** The indices of columns that fit beside each other, block by block; at least one a block. */
function blocksOf(widths: readonly number[], space: number): readonly (readonly number[])[] {
  const blocks: number[][] = [];
  let left = 0;
  widths.forEach((width, i) => {
    const block = blocks.at(-1);
    if (block && width + gap <= left) {
      block.push(i);
      left -= width + gap;
    } else {
      blocks.push([i]);
      left = space - width;
    }
  });
  return blocks;
}
