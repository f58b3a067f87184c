import type { TerminalOptions } from "../report/index.js";

/**
 * How standard output is written to: colour where somebody looks at it, and lines as wide as the terminal. `NO_COLOR` and
 * `FORCE_COLOR` overrule that; see https://no-color.org
 */
export function terminalOptions(): TerminalOptions {
  const { isTTY, columns } = process.stdout;
  const color = !process.env.NO_COLOR && (isTTY === true || Boolean(process.env.FORCE_COLOR));
  return { color, ...(isTTY && columns > 0 && { columns }) };
}
