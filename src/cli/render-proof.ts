import { type Fate, holds, type PlayedMutant, type Proof, unproven } from "../gallery/index.js";

/** A proof as text: for every must-check the mutants that it kills, then what is wrong, then the numbers. */
export function renderProof(proof: Proof): string {
  const sections = [kills(proof), problems(proof).join("\n"), numbers(proof), conclusion(proof)];
  return sections.filter(Boolean).join("\n\n");
}

function kills({ mustChecks, mutants }: Proof): string {
  const width = Math.max(...mustChecks.map((id) => id.length));
  return mustChecks
    .map((id) => {
      const killed = mutants.filter(({ killedBy, fate }) => killedBy === id && fate === "killed");
      return `${id.padEnd(width)}  ${killed.map(({ name }) => name).join(", ") || "-"}`;
    })
    .join("\n");
}

const complaints: Readonly<Record<Exclude<Fate, "killed">, string>> = {
  survived: "survived",
  unharmed: "never did any harm",
  misjudged: "failed for another reason",
};

function problems(proof: Proof): readonly string[] {
  return [
    ...proof.mutants.flatMap((mutant) => (mutant.fate === "killed" ? [] : [complaint(mutant, mutant.fate)])),
    ...unproven(proof).map((id) => `${id} kills no mutant`),
    ...proof.correct.flatMap(({ name, failed }) => failed.map((id) => `the correct subject ${name} fails ${id}`)),
    ...proof.pointless.flatMap((subject) =>
      subject.conforms ? [`the pointless subject ${subject.name} conforms`] : [],
    ),
  ];
}

function complaint({ name, killedBy, said }: PlayedMutant, fate: Exclude<Fate, "killed">): string {
  return `${name} ${complaints[fate]}: ${killedBy} says ${said}`;
}

function numbers({ mustChecks, mutants, correct, pointless }: Proof): string {
  const having = (fate: Fate) => mutants.filter((mutant) => mutant.fate === fate).length;
  const faulty = having("unharmed") + having("misjudged");
  const without = unproven({ mustChecks, mutants }).length;
  const failing = correct.filter(({ failed }) => failed.length > 0).length;
  return [
    `mutants: ${mutants.length}, killed ${having("killed")}, survived ${having("survived")}, errors of the gallery ${faulty}`,
    `must-checks: ${mustChecks.length}, without a mutant ${without}`,
    `correct subjects: ${correct.length}, failing ${failing}`,
    `pointless subjects: ${pointless.length}, conforming ${pointless.filter((subject) => subject.conforms).length}`,
    ...pointless.map(({ name, passed }) => `  ${name}: passes ${passed.length} of the must-checks`),
  ].join("\n");
}

function conclusion(proof: Proof): string {
  return holds(proof) ? "Proven." : "Not proven.";
}
