import type { Stage } from "../suite/index.js";
import type { Tap } from "./tap.js";
import type { TappedOptions } from "./target.js";

/** The stage of an endpoint: whatever it answers, through a tap that sees all of it. It sets no replies. */
export function tappedStage(tap: Tap, model: string, answerMs: number): Stage<TappedOptions> {
  return {
    name: "live",
    powers: ["traffic", "raw", "hang-up"],
    seesAll: true,
    async open({ maxRetries = 0, timeouts = {} }) {
      const { fetch, sent } = tap.open();
      return {
        options: { model, script: [], maxRetries, timeouts: { total: answerMs, ...timeouts }, fetch },
        sent: () => [...sent.requests],
        arrived: (_, count) => sent.arrived(count),
        close: async () => {},
      };
    },
  };
}
