import { type Capabilities, type Capability, capabilityNames, type Embedder, type LLM } from "../contract/index.js";
import { embed, generate } from "./ask.js";
import type { Played } from "./case.js";
import { describe, Failure } from "./failure.js";
import type { Power, SentRequest, Stage } from "./stage.js";

/** What a factory gave: the subject, and what came with it. */
export interface MadeSubject<Subject> {
  readonly subject: Subject;
  readonly stop: (() => unknown) | undefined;
  readonly calls: (() => readonly unknown[]) | undefined;
}

/** All in which judging LLMs and judging embedders differ. */
export interface SubjectKind<Subject> {
  readonly noun: string;
  powers(stage: Pick<Stage, "powers" | "embedderPowers">): readonly Power[];
  /** @throws Failure for what is no subject */
  made(given: unknown): MadeSubject<Subject>;
  /** The capabilities that it does not claim, out of some. */
  unclaimed(subject: Subject, of: readonly Capability[]): readonly Capability[];
  /** What it says of itself, as far as that is of the right type. */
  about(subject: Subject): { provider: string; model: string; capabilities?: Capabilities };
  /** A call of the subject's own record, as a request. */
  toSent(call: unknown): SentRequest;
  /** The simplest call that sends a request. */
  greet(played: Played<Subject>, signal: AbortSignal): Promise<unknown>;
}

export const llmKind: SubjectKind<LLM> = {
  noun: "LLM",
  powers: ({ powers }) => powers,
  made: (given) => unwrap(given, "llm"),
  unclaimed(llm, of) {
    const claims = (llm.capabilities ?? {}) as Partial<Capabilities>;
    return of.filter((capability) => claims[capability] !== true);
  },
  about(llm) {
    const claims = (llm.capabilities ?? {}) as Partial<Capabilities>;
    const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, claims[name] === true]));
    return { ...identity(llm), capabilities: capabilities as unknown as Capabilities };
  },
  toSent: (call) => ({ kind: "unknown", at: performance.now(), turn: call as NonNullable<SentRequest["turn"]> }),
  greet: ({ subject }, signal) =>
    generate(subject, { messages: [{ role: "user", content: "Say hello." }] }, { signal }),
};

export const embedderKind: SubjectKind<Embedder> = {
  noun: "embedder",
  powers: ({ powers, embedderPowers }) => embedderPowers ?? powers,
  made: (given) => unwrap(given, "embedder"),
  unclaimed: () => [],
  about: identity,
  toSent: (call) => ({ kind: "embed", at: performance.now(), embed: call as NonNullable<SentRequest["embed"]> }),
  greet: ({ subject }, signal) => embed(subject, { texts: ["hello"] }, { signal }),
};

function unwrap<Subject>(given: unknown, key: "llm" | "embedder"): MadeSubject<Subject> {
  if (!isObject(given)) throw new Failure(`the factory returned ${describe(given)}; expected an ${nouns[key]}`);
  if (!(key in given)) return { subject: given as Subject, stop: undefined, calls: undefined };
  const { [key]: subject, stop, calls } = given;
  if (!isObject(subject))
    throw new Failure(`the factory returned { ${key}: ${describe(subject)} }; expected an ${nouns[key]}`);
  return {
    subject: subject as Subject,
    stop: typeof stop === "function" ? () => stop.call(given) : undefined,
    calls: typeof calls === "function" ? () => calls.call(given) : undefined,
  };
}

const nouns = { llm: "LLM", embedder: "embedder" } as const;

function identity(subject: { provider: unknown; model: unknown }): { provider: string; model: string } {
  const { provider, model } = subject;
  return {
    provider: typeof provider === "string" ? provider : "unknown",
    model: typeof model === "string" ? model : "unknown",
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
