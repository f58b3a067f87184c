import { capabilityNames, type LLM, LLMError, type LLMResponse, type StreamEvent } from "../contract/index.js";
import { memoryStage } from "../stages/index.js";
import { runLLMCases, type StageOptions, type SuiteReport } from "../suite/index.js";
import { badDriver } from "./break-driver.js";
import { replacing } from "./break-llm.js";
import { badExecute } from "./break-tools.js";
import { correctLLM } from "./correct-subjects.js";

/** A subject that does nothing worth having. A check that it passes proves nothing when it is passed. */
export interface PointlessSubject {
  readonly name: string;
  run(): Promise<SuiteReport>;
}

/** None of these may conform. */
export const pointlessSubjects: readonly PointlessSubject[] = [
  pointless("throws-on-everything", (llm) => replacing(llm, throwing)),
  pointless("answers-ok-to-everything", (llm) => replacing(llm, { ...answeringOK, capabilities: allClaims })),
  pointless("runs-one-call-after-the-other", oneAfterTheOther),
  pointless("streams-everything-at-the-end", atTheEnd),
];

function pointless(name: string, make: (llm: LLM) => LLM): PointlessSubject {
  return {
    name,
    // Impatient: much of what is waited for never comes.
    run: () =>
      runLLMCases((stage: StageOptions) => make(correctLLM.memory(stage)), {
        stage: memoryStage(),
        patienceMs: 100,
        watchdogMs: 1_000,
      }),
  };
}

const fail = () => Promise.reject(new LLMError("LLM_PROVIDER_ERROR", "out of order"));
const throwing = { generate: fail, stream: fail, countTokens: fail, close: fail };

const allClaims = Object.fromEntries(capabilityNames.map((name) => [name, true]));

const ok: LLMResponse = {
  text: "ok",
  model: "memory",
  provider: "memory",
  finishReason: "stop",
  usage: {},
  steps: 1,
  toolCalls: [],
  sources: [],
  messages: [{ role: "assistant", content: "ok" }],
};

const answeringOK = {
  generate: async () => ok,
  async stream() {
    const events = async function* (): AsyncGenerator<StreamEvent> {
      yield { type: "text", text: "ok", step: 1 };
      yield { type: "finish", response: ok };
    };
    const close = async () => {};
    const response = async () => ok;
    return { response, close, [Symbol.asyncDispose]: close, [Symbol.asyncIterator]: events };
  },
  countTokens: async () => 1,
  close: async () => {},
};

/** As behind a lock that somebody has put around the driver, and another around the tools. */
function oneAfterTheOther(llm: LLM): LLM {
  const lock = () => {
    let last: Promise<unknown> = Promise.resolve();
    return <T>(work: () => T | Promise<T>): Promise<T> => {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    };
  };
  const [turns, handlers] = [lock(), lock()];
  const locked = badDriver((driver) => ({
    turn: (request, context) => turns(() => driver.turn(request, context)),
  }))(llm, () => {});
  return badExecute(
    (execute) =>
      (...call) =>
        handlers(() => execute(...call)),
  )(locked, () => {});
}

function atTheEnd(llm: LLM): LLM {
  return badDriver((driver) => ({
    async streamTurn(request, context) {
      const turn = await driver.turn(request, context);
      return (async function* () {
        yield { type: "text" as const, text: turn.text };
        yield { type: "turn" as const, turn };
      })();
    },
  }))(llm, () => {});
}
