import { describe, expect, it } from "vitest";
import type { LLM } from "../contract/index.js";
import { embedderMutants, llmMutants } from "./all-mutants.js";
import { badLLM, badResponse } from "./break-llm.js";
import type { Mutant } from "./mutant.js";
import { playLLMMutant } from "./play-mutant.js";
import { mustChecks } from "./prove.js";

const mutants = [...llmMutants, ...embedderMutants];
const names = mutants.map(({ name }) => name);

describe("the gallery", () => {
  it("has one mutant a name, which says in kebab case what was done", () => {
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(name))).toEqual([]);
  });

  it("has a mutant for each check that must hold, and for nothing else", () => {
    const killing = new Set(mutants.map(({ killedBy }) => killedBy));
    expect(mustChecks().filter((id) => !killing.has(id))).toEqual([]);
    expect([...killing].filter((id) => !mustChecks().includes(id))).toEqual([]);
  });
});

describe("a mutant", () => {
  const mutant: Mutant<LLM> = {
    name: "names-another-provider",
    killedBy: "Identity/response-names-the-provider",
    reason: /expected 'memory', got 'other'/,
    defect: badResponse(() => ({ provider: "other" })),
  };

  it("is killed where its check fails for its reason", async () => {
    const played = await playLLMMutant(mutant);
    expect(played).toMatchObject({ name: mutant.name, killedBy: mutant.killedBy, fate: "killed", alsoFailed: [] });
    expect(played.said).toMatch(mutant.reason);
  });

  it("survives where its check passes", async () => {
    const harmless = badLLM((llm) => ({
      generate: (...call: Parameters<typeof llm.generate>) => llm.generate(...call),
    }));
    expect(await playLLMMutant({ ...mutant, defect: harmless })).toMatchObject({ fate: "survived", said: "passed" });
  });

  it("proves nothing where its check fails for another reason", async () => {
    expect(await playLLMMutant({ ...mutant, reason: /is undefined/ })).toMatchObject({ fate: "misjudged" });
  });

  it("proves nothing where its defect did nothing", async () => {
    expect(await playLLMMutant({ ...mutant, defect: (llm) => llm })).toMatchObject({ fate: "unharmed" });
  });

  it("survives where there is no such check", async () => {
    const faulty = { ...mutant, killedBy: "Identity/no-such-check" };
    expect(await playLLMMutant(faulty)).toMatchObject({
      fate: "survived",
      said: "there is no check Identity/no-such-check",
    });
  });

  it("is played on every case where that is asked for, and tells what else fails", async () => {
    const { fate, alsoFailed } = await playLLMMutant(
      { ...mutant, defect: badResponse(() => ({ provider: "other", steps: 2 })) },
      { full: true },
    );
    expect(fate).toBe("killed");
    expect(alsoFailed).toContain("Generate/takes-one-turn");
    expect(alsoFailed).toEqual(alsoFailed.toSorted());
  });
});
