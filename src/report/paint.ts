import pc from "picocolors";
import { type Standing, symbols } from "./standing.js";

/** How a text is laid out. */
export interface TerminalOptions {
  readonly color: boolean;
  /** How wide the terminal is; absent where nothing is to be wrapped, as in a pipe. */
  readonly columns?: number | undefined;
}

/** Colours that say what a check came to; the symbols say it too. */
export function paint(standing: Standing | undefined, text: string, color: boolean): string {
  const { green, red, yellow, dim } = pc.createColors(color);
  switch (standing) {
    case "passed":
      return green(text);
    case "failed":
    case "harness-error":
      return red(text);
    case "warned":
    case "blocked":
      return yellow(text);
    default:
      return dim(text);
  }
}

/** How many checks came to what, the gravest first: `✗1 ✓4 ·2`. */
export function countsText(counts: ReadonlyMap<Standing, number> | undefined): string {
  return [...(counts ?? [])].map(([standing, count]) => `${symbols[standing]}${count}`).join(" ");
}
