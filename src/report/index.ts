export type { NamedReport } from "./matrix.js";
export {
  problems,
  renderCounts,
  renderLegend,
  renderMatrix,
  renderProblems,
  type TerminalOptions,
} from "./terminal.js";
