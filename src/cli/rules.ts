import { readFileSync } from "node:fs";

/** One rule that something is held to. */
export interface Rule {
  /** `Case/check`. */
  readonly id: string;
  readonly level: "must" | "should";
  readonly clause: string;
  readonly why: string;
  readonly fix: string;
  /** What a stage must be able to do for it to be judged, and what the subject must claim. */
  readonly needs: readonly string[];
  readonly capabilities: readonly string[];
}

export interface ListedCase {
  readonly kind: "LLM" | "Embedder" | "endpoint";
  readonly name: string;
  readonly claim: string;
  readonly protocol?: string;
  readonly rules: readonly Rule[];
}

/** A quirk in the words of its entry; see `Quirk`. */
export interface ListedQuirk {
  readonly id: string;
  readonly name: string;
  readonly class: string;
  readonly area: string;
  readonly protocols: readonly string[];
  readonly report: string;
  readonly seen: string;
  readonly breaks: string;
  readonly rule: string;
}

/** Everything that has an id. */
export interface Rules {
  readonly cases: readonly ListedCase[];
  readonly quirks: readonly ListedQuirk[];
}

/** In the folder of what was built. */
export const rulesFile = new URL("../../dist/rules.json", import.meta.url);

/** Reads what the build has written down: a tenth of the time that loading every case takes. */
export function readRules(): Rules {
  return JSON.parse(readFileSync(rulesFile, "utf8")) as Rules;
}
