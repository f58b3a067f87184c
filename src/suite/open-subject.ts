import { isLLMError, type Script } from "../contract/index.js";
import type { Played } from "./case.js";
import { checkScene } from "./check-stage.js";
import { describe, Failure, mismatch, placeOf, StageFailure } from "./failure.js";
import type { Power, Scene, Setting, Stage, StageOptions, WireStageOptions } from "./stage.js";
import type { MadeSubject, SubjectKind } from "./subject-kind.js";
import { untilSent } from "./until-sent.js";
import { within } from "./within.js";

/** In characters. */
const shortestKey = 8;

/** A subject on its scene, with what the runner needs beside what cases see. */
export interface OpenedSubject<Subject> extends Played<Subject> {
  readonly powers: ReadonlySet<Power>;
  /** Whether the stage watches what is sent and yet sees nothing of this subject's; `powers` is without `traffic` then. */
  readonly unseen: boolean;
  /** Whether the factory has returned this very subject before; it was closed then. */
  readonly reused: boolean;
  /** The replies that its stage plays; none where a real model answers. */
  readonly script: Script;
  /**
   * Closes the subject, calls its owner's `stop`, closes the scene; waits for none of them longer than `patienceMs`.
   * @throws StageFailure when `stop` or the scene failed; how a subject closes is for the cases to judge
   */
  close(patienceMs: number): Promise<void>;
}

/**
 * Sets a stage and makes a subject on it.
 * @throws StageFailure when the stage cannot be set, Failure when the factory gives no subject
 */
export async function openSubject<Subject, Options extends StageOptions>(
  kind: SubjectKind<Subject>,
  stage: Stage<Options>,
  factory: (options: Options) => unknown,
  setting: Setting,
): Promise<OpenedSubject<Subject>> {
  let scene: Scene<Options>;
  try {
    scene = await stage.open(setting);
  } catch (error) {
    throw new StageFailure(`open() of the stage ${stage.name} threw ${describe(error)}${placeOf(error)}`);
  }
  checkScene(scene, stage.name);
  let made: MadeSubject<Subject>;
  try {
    made = kind.made(await factory(scene.options));
  } catch (error) {
    await scene.close();
    if (error instanceof Failure) throw error;
    const seen = mismatch("the factory", kind.expected, `a throw of ${describe(error)}${placeOf(error)}`);
    throw new Failure(seen, isLLMError(error) ? { with: error } : undefined);
  }
  return opened(kind, stage, scene, made);
}

/** What a stage tells; it is not the subject's fault that it cannot. */
function told<T>(stage: Pick<Stage, "name">, tell: () => T): T {
  try {
    return tell();
  } catch (error) {
    if (error instanceof Failure || error instanceof StageFailure) throw error;
    throw new StageFailure(`sent() of the stage ${stage.name} threw ${describe(error)}${placeOf(error)}`);
  }
}

function opened<Subject, Options extends StageOptions>(
  kind: SubjectKind<Subject>,
  stage: Stage<Options>,
  scene: Scene<Options>,
  { subject, stop, calls }: MadeSubject<Subject>,
): OpenedSubject<Subject> {
  const over = new AbortController();
  const own = calls && (() => calls().map(kind.toSent));
  const powers = new Set(kind.powers(stage));
  const { apiKey } = scene.options as Partial<WireStageOptions>;
  // A shorter one is a placeholder, and stands in any text.
  if (apiKey !== undefined && apiKey.length >= shortestKey) powers.add("key");
  if (own) {
    for (const power of ["traffic", "meaning"] as const) powers.add(power);
    // A record of requests alone tells neither their bytes, nor their connections, nor how they ended.
    for (const power of ["raw", "hang-up", "connections"] as const) powers.delete(power);
  }
  return {
    subject,
    apiKey,
    powers,
    unseen: false,
    reused: false,
    script: powers.has("script") ? scene.options.script : [],
    sent: own ?? (() => (powers.has("traffic") ? told(stage, () => scene.sent(subject)) : [])),
    arrived: own ? (count) => untilSent(own, count, over.signal) : (count) => scene.arrived(subject, count),
    async disconnected() {
      if (scene.disconnected) return scene.disconnected();
      throw new StageFailure(
        `the stage ${stage.name} claims the power connections, but its scene has no disconnected(); give that method, or do not claim the power`,
      );
    },
    async close(patienceMs) {
      over.abort();
      const promptly = (work: () => unknown) =>
        within((async () => work())(), patienceMs, () => new Error(`it did not end within ${patienceMs} ms`));
      await promptly(() => (subject as { close?(): unknown }).close?.()).catch(() => {});
      const failures: string[] = [];
      const note = (what: string) => (error: unknown) => failures.push(`${what}: ${describe(error)}`);
      if (stop) await promptly(stop).catch(note("the factory's stop() failed"));
      await promptly(() => scene.close()).catch(note(`the scene of the stage ${stage.name} could not be closed`));
      if (failures.length > 0) throw new StageFailure(failures.join("; "));
    },
  };
}
