import type { LLM } from "../../../contract/index.js";
import { type Area, type WireProtocol, type WireQuirk, wireQuirks } from "../../../quirks/index.js";
import { type Case, type Check, llmCase } from "../../case.js";
import { beside } from "./beside.js";
import { isEmbedScene } from "./embed-scenes.js";
import { scenes } from "./scenes.js";
import { survive } from "./survive.js";

/** The areas that have cases, each with the name of its cases and what they prove. */
const areas: { readonly [A in Area]?: readonly [name: string, claim: string] } = {
  framing: ["Framing", "Bytes come in any pieces and lines, and the answer is the same."],
  endings: ["Endings", "What ends an answer is told from what breaks it off."],
  "tool-calls": ["ToolCalls", "Tool calls survive what hosts do to them, and half a call never runs."],
  shape: ["Shapes", "Empty, missing and unusual fields hide no part of the answer."],
  reasoning: ["Reasoning", "Reasoning is found in every field that hosts put it in, and is no part of the text."],
  "structured-output": ["StructuredOutput", "Structured output comes back as it was written."],
  sources: ["Sources", "Sources are found wherever in the reply they stand."],
  usage: ["Usage", "Usage is the provider's last word, and never a sum of what it repeated."],
  errors: ["Errors", "An error is found in whatever wrapper it comes."],
  retries: ["RetryAdvice", "How long to wait is read from wherever it is told."],
  parameters: ["Parameters", "What a host refuses to take is told, and never left out in silence."],
  model: ["Model", "The model that answered is told."],
};

const names: Readonly<Record<WireProtocol, string>> = { openai: "OpenAI", google: "Google" };

/**
 * The group `WireRobustness`: a check a quirk of the catalogue, over a wire that has it. Its cases are of one protocol
 * each, and are played by drivers that can be pointed at a server of ours. Some have checks beside those of the quirks.
 */
export const wireRobustness: readonly Case<LLM>[] = (["openai", "google"] as const).flatMap((protocol) =>
  (Object.entries(areas) as [Area, readonly [string, string]][]).flatMap(([area, [name, claim]]) => {
    const quirks = wireQuirks(protocol).filter((quirk) => quirk.area === area && !isEmbedScene(quirk.scene));
    return quirks.length > 0 ? robustness(protocol, `${names[protocol]}${name}`, claim, quirks) : [];
  }),
);

function robustness(protocol: WireProtocol, name: string, claim: string, quirks: readonly WireQuirk[]): Case<LLM> {
  const others = beside[name] ?? [];
  return llmCase({
    name,
    claim,
    protocol,
    script: [],
    checks: Object.fromEntries([
      ...quirks.map((quirk) => [quirk.name, checkOf(quirk)] as const),
      ...others.map(({ slug, check }) => [slug, check] as const),
    ]),
    async run(context) {
      await context.open();
      for (const quirk of quirks) await context.check(quirk.name, () => survive(context, quirk));
      for (const { slug, judge } of others) await context.check(slug, () => judge(context, protocol));
    },
  });
}

function checkOf({ scene, on, level, rule, breaks, fix }: WireQuirk): Check {
  const needed = isEmbedScene(scene) ? [] : scenes[scene].capabilities;
  return {
    level: level ?? "must",
    clause: rule,
    why: breaks,
    fix,
    needs: ["faults"],
    capabilities: on === "stream" ? [...needed, "streaming"] : needed,
  };
}
