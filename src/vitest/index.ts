export {
  type LiveSuiteOptions,
  type ProtocolOptions,
  runEmbedderSuite,
  runSuite,
  type StageSuiteOptions,
} from "./run-suite.js";
export { runToolSuite } from "./run-tool-suite.js";
export { runValidationSuite } from "./run-validation-suite.js";
