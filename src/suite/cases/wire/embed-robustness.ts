import type { Embedder } from "../../../contract/index.js";
import { type WireProtocol, type WireQuirk, wireQuirks } from "../../../quirks/index.js";
import { type Case, type Check, embedderCase } from "../../case.js";
import { isEmbedScene } from "./embed-scenes.js";
import { surviveEmbedding } from "./embed-survive.js";

/** The group `WireRobustness` for embedders: see `wireRobustness`. */
export const embedWireRobustness: readonly Case<Embedder>[] = [
  robustness("openai", "OpenAIEmbeddings"),
  robustness("google", "GoogleEmbeddings"),
];

function robustness(protocol: WireProtocol, name: string): Case<Embedder> {
  const quirks = wireQuirks(protocol).filter(({ scene }) => isEmbedScene(scene));
  return embedderCase({
    name,
    claim: "Each text gets its own vector, whatever hosts do to them, or none does.",
    protocol,
    script: [],
    checks: Object.fromEntries(quirks.map((quirk) => [quirk.name, checkOf(quirk)])),
    async run(context) {
      await context.open();
      for (const quirk of quirks) await context.check(quirk.name, () => surviveEmbedding(context, quirk));
    },
  });
}

function checkOf({ level, rule, breaks, fix }: WireQuirk): Check {
  return { level: level ?? "must", clause: rule, why: breaks, fix, needs: ["faults"] };
}
