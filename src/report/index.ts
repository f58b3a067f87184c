export type { NamedReport } from "./matrix.js";
export {
  problems,
  renderCounts,
  renderLegend,
  renderMatrix,
  renderProblems,
} from "./terminal.js";
