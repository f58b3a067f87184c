export { quirks, wireQuirks } from "./catalogue.js";
export { inPlainForm, objectsOf } from "./events.js";
export type { WireExchange, WireObject, WireProtocol, WireRequest } from "./exchange.js";
export { textOf } from "./exchange.js";
export type {
  Area,
  BadRequest,
  Deviation,
  EmbedSceneName,
  ExpectedResponse,
  Quirk,
  SceneName,
  TurnSceneName,
  WireQuirk,
} from "./quirk.js";
export { answerOf } from "./wire-answer.js";
