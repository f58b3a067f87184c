import {
  type Capabilities,
  type Capability,
  capabilityNames,
  type Embedder,
  innermostDriver,
  innermostEmbedderDriver,
  type LLM,
} from "../contract/index.js";
import { embed, generate } from "./ask.js";
import type { Played } from "./case.js";
import { describe, Failure, mismatch } from "./failure.js";
import type { Host } from "./host.js";
import type { Outcome } from "./outcome.js";
import { verifyRefusal } from "./refusal.js";
import type { Power, SentRequest, Stage } from "./stage.js";

/** What a factory gave: the subject, and what came with it. */
export interface MadeSubject<Subject> {
  readonly subject: Subject;
  readonly stop: (() => unknown) | undefined;
  readonly calls: (() => readonly unknown[]) | undefined;
}

/** All in which judging LLMs and judging embedders differ. */
export interface SubjectKind<Subject> {
  /** What a factory should give: `an LLM`. */
  readonly expected: string;
  powers(stage: Pick<Stage, "powers" | "embedderPowers">): readonly Power[];
  /** @throws Failure for what is no subject */
  made(given: unknown): MadeSubject<Subject>;
  /** For subjects that claim capabilities. */
  readonly claims?: Claims<Subject>;
  /** What it says of itself, as far as that is of the right type. */
  about(subject: Subject): { provider: string; model: string; capabilities?: Capabilities };
  /** Whether an adapter made it of another library's model. */
  isAdapted(subject: Subject): boolean;
  /** A call of the subject's own record, as a request. */
  toSent(call: unknown): SentRequest;
  /** The simplest call that sends a request. */
  greet(played: Played<Subject>, signal: AbortSignal): Promise<unknown>;
}

/** How claims are read, and how it is verified that what is not claimed is refused. */
export interface Claims<Subject> {
  /** The capabilities that a subject does not claim, out of some. */
  missing(subject: Subject, of: readonly Capability[]): readonly Capability[];
  /** Never rejects. */
  verifyRefusal(capability: Capability, host: Host<Subject>): Promise<Outcome>;
}

export const llmKind: SubjectKind<LLM> = {
  expected: "an LLM",
  powers: ({ powers }) => powers,
  made: (given) => unwrap(given, "llm", "an LLM"),
  claims: {
    missing: (llm, of) => of.filter((capability) => claimsOf(llm)[capability] !== true),
    verifyRefusal,
  },
  about(llm) {
    const claims = claimsOf(llm);
    const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, claims[name] === true]));
    return { ...identity(llm), capabilities: capabilities as unknown as Capabilities };
  },
  isAdapted: (llm) => llm[innermostDriver]?.adapts !== undefined,
  toSent: (call) => ({ kind: "unknown", at: performance.now(), turn: call as NonNullable<SentRequest["turn"]> }),
  greet: ({ subject }, signal) =>
    generate(subject, { messages: [{ role: "user", content: "Say hello." }] }, { signal }),
};

export const embedderKind: SubjectKind<Embedder> = {
  expected: "an embedder",
  powers: ({ powers, embedderPowers }) => embedderPowers ?? powers,
  made: (given) => unwrap(given, "embedder", "an embedder"),
  about: identity,
  isAdapted: (embedder) => embedder[innermostEmbedderDriver]?.adapts !== undefined,
  toSent: (call) => ({ kind: "embed", at: performance.now(), embed: call as NonNullable<SentRequest["embed"]> }),
  greet: ({ subject }, signal) => embed(subject, { texts: ["hello"] }, { signal }),
};

function claimsOf(llm: LLM): Partial<Capabilities> {
  return llm.capabilities ?? {};
}

function unwrap<Subject>(given: unknown, key: "llm" | "embedder", expected: string): MadeSubject<Subject> {
  if (!isObject(given)) throw new Failure(mismatch("the factory", expected, describe(given)));
  if (!(key in given)) return { subject: recognised<Subject>(given, key), stop: undefined, calls: undefined };
  const { [key]: subject, stop, calls } = given;
  if (!isObject(subject))
    throw new Failure(mismatch(`\`${key}\` of what the factory gave`, expected, describe(subject)));
  return {
    subject: recognised<Subject>(subject, key),
    stop: typeof stop === "function" ? () => stop.call(given) : undefined,
    calls: typeof calls === "function" ? () => calls.call(given) : undefined,
  };
}

/** @throws Failure for what is another thing of this kit's, with what to do about it */
function recognised<Subject>(given: Record<string, unknown>, key: "llm" | "embedder"): Subject {
  const has = (method: string) => typeof given[method] === "function";
  const refuse: (what: string) => never = (what) => {
    throw new Failure(mismatch("the factory", key === "llm" ? "an LLM" : "an embedder", what));
  };
  if (key === "llm" && !has("generate")) {
    if (has("turn")) refuse("a Driver, which is one turn and no LLM: wrap it in createLLM()");
    if (has("embed"))
      refuse("an embedder, and this is the suite for LLMs: use runEmbedderSuite() or runEmbedderCases()");
  }
  if (key === "embedder") {
    if (has("embed") && isObject(given.capabilities))
      refuse("an EmbedderDriver, which is one request and no embedder: wrap it in createEmbedder()");
    if (!has("embed") && has("generate"))
      refuse("an LLM, and this is the suite for embedders: use runSuite() or runLLMCases()");
  }
  return given as Subject;
}

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
