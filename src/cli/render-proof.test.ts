import { describe, expect, it } from "vitest";
import type { PlayedMutant, Proof } from "../gallery/index.js";
import { renderProof } from "./render-proof.js";

const played = (name: string, killedBy: string, more: Partial<PlayedMutant> = {}): PlayedMutant => ({
  ...{ name, killedBy, fate: "killed", said: "`text` is ''", alsoFailed: [] },
  ...more,
});
const proven: Proof = {
  mustChecks: ["Generate/text-comes-back", "Stream/one-finish-last"],
  mutants: [
    played("loses-the-text", "Generate/text-comes-back"),
    played("finishes-twice", "Stream/one-finish-last"),
    played("never-finishes", "Stream/one-finish-last"),
  ],
  correct: [{ name: "memory", failed: [] }],
  pointless: [{ name: "throws-on-everything", conforms: false, passed: ["Stream/one-finish-last"] }],
};

describe("a proof", () => {
  it("names for every must-check the mutants that it kills, and gives the numbers", () => {
    expect(renderProof(proven)).toBe(
      [
        "Generate/text-comes-back  loses-the-text",
        "Stream/one-finish-last    finishes-twice, never-finishes",
        "",
        "mutants: 3, killed 3, survived 0, errors of the gallery 0",
        "must-checks: 2, without a mutant 0",
        "correct subjects: 1, failing 0",
        "pointless subjects: 1, conforming 0",
        "  throws-on-everything: passes 1 of the must-checks",
        "",
        "Proven.",
      ].join("\n"),
    );
  });

  it("tells what is wrong with the suite, and with the gallery", () => {
    const text = renderProof({
      mustChecks: [...proven.mustChecks, "Enabled/answers"],
      mutants: [
        played("loses-the-text", "Generate/text-comes-back", { fate: "survived", said: "passed" }),
        played("finishes-twice", "Stream/one-finish-last", { fate: "misjudged", said: "no" }),
        played("never-finishes", "Stream/one-finish-last", { fate: "unharmed", said: "passed" }),
      ],
      correct: [{ name: "memory", failed: ["Enabled/answers"] }],
      pointless: [{ name: "throws-on-everything", conforms: true, passed: [] }],
    });
    for (const line of [
      "loses-the-text survived: Generate/text-comes-back says passed",
      "finishes-twice failed for another reason: Stream/one-finish-last says no",
      "never-finishes never did any harm: Stream/one-finish-last says passed",
      "Enabled/answers kills no mutant",
      "the correct subject memory fails Enabled/answers",
      "the pointless subject throws-on-everything conforms",
      "mutants: 3, killed 0, survived 1, errors of the gallery 2",
      "must-checks: 3, without a mutant 3",
      "Not proven.",
    ])
      expect(text.split("\n")).toContain(line);
  });
});
