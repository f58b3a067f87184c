import type { Driver, Turn, TurnEvent, TurnRequest } from "../contract/index.js";
import type { DriverWrapper } from "../generation/index.js";
import type { Check, Verdict } from "../suite/index.js";
import {
  askedFor,
  goodAnswers,
  impossibleRequests,
  malformedAnswers,
  marker,
  type Sample,
} from "./malformed-answers.js";
import { type Rejection, rejections } from "./output-validation-error.js";

const name = "ValidationIsEnforced";

/** Something about a wrapper that is not as it must be. */
class Found extends Error {}

function expectThat(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Found(seen);
}

interface ValidationCheck {
  readonly about: Check;
  judge(wrap: DriverWrapper): Promise<void>;
}

const kinds = Object.keys(rejections) as Rejection[];

const refusing = (kind: Rejection): ValidationCheck => ({
  about: {
    level: "must",
    clause: `An answer is refused as \`${kind}\` where ${rejections[kind]}.`,
    why: "The application works with what the model never should have said: it is called, stored, paid.",
    fix: "Look at the whole answer, streamed or not, before anything of it that can be acted on is handed over.",
  },
  async judge(wrap) {
    for (const sample of malformedAnswers[kind]) {
      const outcomes = [...(sample.events ? [] : [await playTurn(wrap, sample)]), await playStream(wrap, sample)];
      for (const { error, given } of outcomes) {
        expectThat(error !== undefined, `it was let through: ${JSON.stringify(given).slice(0, 100)}`);
        const { code, kind: told } = error as { code?: unknown; kind?: unknown };
        expectThat(code === "LLM_BAD_RESPONSE" && told === kind, `it was refused with code ${code} as ${told}`);
      }
    }
  },
});

const others: Readonly<Record<string, ValidationCheck>> = {
  "good-answers-pass": {
    about: {
      level: "must",
      clause: "An answer that is what the contract says comes through as it is, streamed or not.",
      why: "A model behind a validation that refuses everything is of no use.",
      fix: "Refuse for a rule that is broken, and for nothing else.",
    },
    async judge(wrap) {
      for (const sample of goodAnswers) {
        for (const { error, given } of [await playTurn(wrap, sample), await playStream(wrap, sample)]) {
          expectThat(error === undefined, `a good answer was refused: ${(error as Error)?.message}`);
          expectThat(JSON.stringify(given.at(-1)) === JSON.stringify(sample.turn), "a good answer was changed");
        }
      }
    },
  },
  "requests-are-checked-first": {
    about: {
      level: "must",
      clause: "A request that no answer could be held against is refused, and the provider is never called.",
      why: "Every answer to it costs money and is refused.",
      fix: "Compile the schemas and measure the request before the turn is begun.",
    },
    async judge(wrap) {
      for (const asked of impossibleRequests) {
        for (const play of [playTurn, playStream]) {
          const { error, calls } = await play(wrap, { turn: { text: "" }, asked });
          expectThat(error !== undefined, "a request whose answers cannot be checked was taken");
          expectThat(calls === 0, `the provider was called ${calls} times for a refused request`);
        }
      }
    },
  },
  "held-until-the-end": {
    about: {
      level: "must",
      clause:
        "Text streams at once; no call, and no structured output, comes out of a turn that is refused at its end.",
      why: "A call is run, or half an object is stored, of an answer that was never one.",
      fix: "Hold calls, structured output and all that comes after them until the whole turn was looked at.",
    },
    async judge(wrap) {
      const text = { type: "text", text: "Foxes: " };
      const call = { id: "c1", name: "search", input: { query: "fox" } };
      const end = { type: "turn", turn: { text: "Foxes: ", toolCalls: [call], usage: { inputTokens: -1 } } };
      const spoilt: Sample = { turn: end.turn, events: [text, { type: "tool-call", call }, end] };
      const { events } = await playStream(wrap, spoilt);
      expectThat(JSON.stringify(events) === JSON.stringify([text]), `of a refused turn came ${JSON.stringify(events)}`);
      const [, fitless] = malformedAnswers.structured_output as readonly [Sample, Sample];
      const structured = await playStream(wrap, fitless);
      expectThat(structured.events.length === 0, "structured output came out of a refused turn");
    },
  },
  "tells-nothing-of-the-content": {
    about: {
      level: "must",
      clause:
        "The error tells its kind and a fingerprint of the answer; a correction goes with `tool_arguments` alone.",
      why: "What a user said, or a key that a model repeated, stands in the logs.",
      fix: "Build messages and corrections of the request's own schemas; keep a hash of the rest.",
    },
    async judge(wrap) {
      for (const kind of kinds) {
        for (const sample of malformedAnswers[kind]) {
          const { error } = await playStream(wrap, sample);
          const { message = "", evidence, correction } = (error ?? {}) as Partial<Told>;
          expectThat(
            !`${message} ${correction} ${JSON.stringify(error)}`.includes(marker),
            `the error for ${kind} quotes the answer`,
          );
          expectThat(
            /^[0-9a-f]{64}$/.test(String(evidence?.sha256)) && Number(evidence?.size) > 0,
            "it has no evidence",
          );
          expectThat((correction !== undefined) === (kind === "tool_arguments"), `the correction for ${kind}`);
          expectThat(Buffer.byteLength(correction ?? "") <= 4096, "the correction is longer than 4,096 bytes");
        }
      }
    },
  },
};

interface Told {
  readonly message: string;
  readonly correction: string;
  readonly evidence: { readonly sha256: unknown; readonly size: unknown };
}

/** What a wrapper that validates is held to, by id. */
export const validationChecks: Readonly<Record<`${string}/${string}`, ValidationCheck>> = Object.fromEntries(
  [...kinds.map((kind) => [kind.replaceAll("_", "-"), refusing(kind)] as const), ...Object.entries(others)].map(
    ([check, how]) => [`${name}/${check}`, how],
  ),
);

/** A suite of a wrapper that is played check by check, for a test runner. */
export interface ValidationSuite {
  /** `Case/check`, in order. */
  readonly ids: readonly string[];
  /** Judges one check; never rejects for what the wrapper does. @throws Error when there is no such check */
  play(id: string): Promise<Verdict>;
}

/** Begins a suite of a wrapper that says it validates. @throws Error when the wrapper is none */
export function startValidationSuite(wrap: DriverWrapper): ValidationSuite {
  if (typeof wrap !== "function")
    throw new Error("the first argument must be a wrapper: a function from driver to driver, as validated() gives one");
  const checks = new Map<string, ValidationCheck>(Object.entries(validationChecks));
  return {
    ids: [...checks.keys()],
    async play(id) {
      const check = checks.get(id);
      if (!check) throw new Error(`there is no check "${id}"; there are ${[...checks.keys()].join(", ")}`);
      return { id, case: name, check: id.slice(name.length + 1), about: check.about, ...(await judged(check, wrap)) };
    },
  };
}

/**
 * Judges a wrapper that says it validates, `validated()` or one of your own, on malformed answers of each kind.
 * @returns a verdict a check, in order
 */
export async function judgeValidation(wrap: DriverWrapper): Promise<readonly Verdict[]> {
  const suite = startValidationSuite(wrap);
  const verdicts: Verdict[] = [];
  for (const id of suite.ids) verdicts.push(await suite.play(id));
  return verdicts;
}

async function judged({ judge }: ValidationCheck, wrap: DriverWrapper): Promise<Pick<Verdict, "status" | "reason">> {
  try {
    await judge(wrap);
    return { status: "passed" };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { status: thrown instanceof Found ? "failed" : "harness-error", reason };
  }
}

interface Outcome {
  readonly error?: unknown;
  /** What the wrapper gave: a turn, or events with the turn last. */
  readonly given: readonly unknown[];
  readonly events: readonly unknown[];
  readonly calls: number;
}

async function playTurn(wrap: DriverWrapper, sample: Sample): Promise<Outcome> {
  const provider = playing(sample);
  try {
    const turn = await wrap(provider.driver).turn({ ...askedFor, ...sample.asked } as TurnRequest, context());
    return { given: [turn], events: [], calls: provider.calls() };
  } catch (error) {
    return { error, given: [], events: [], calls: provider.calls() };
  }
}

async function playStream(wrap: DriverWrapper, sample: Sample): Promise<Outcome> {
  const provider = playing(sample);
  const events: TurnEvent[] = [];
  let error: unknown;
  try {
    const opened = await wrap(provider.driver).streamTurn?.({ ...askedFor, ...sample.asked } as TurnRequest, context());
    for await (const event of opened ?? []) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const last = events.at(-1);
  return { error, given: last?.type === "turn" ? [last.turn] : events, events, calls: provider.calls() };
}

const context = () => ({ signal: new AbortController().signal, step: 1 });

function playing({ turn, events }: Sample): { readonly driver: Driver; calls(): number } {
  let calls = 0;
  const driver: Driver = {
    provider: "sample",
    model: "sample-1",
    capabilities: { streaming: true, structuredOutput: true, tools: true },
    async turn() {
      calls += 1;
      return structuredClone(turn) as Turn;
    },
    async streamTurn() {
      calls += 1;
      return streamOf(structuredClone(events ?? eventsOf(turn)));
    },
  };
  return { driver, calls: () => calls };
}

async function* streamOf(events: readonly unknown[]): AsyncGenerator<TurnEvent> {
  yield* events as readonly TurnEvent[];
}

function eventsOf(turn: unknown): readonly unknown[] {
  const { text, toolCalls } = turn as { readonly text: string; readonly toolCalls?: unknown };
  const calls = Array.isArray(toolCalls) ? toolCalls.map((call) => ({ type: "tool-call", call })) : [];
  return [...(text ? [{ type: "text", text }] : []), ...calls, { type: "turn", turn }];
}
