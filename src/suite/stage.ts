import type { EmbedRequest, Script, Timeouts, TurnRequest } from "../contract/index.js";
import type { WireProtocol } from "../quirks/index.js";

/**
 * What a stage can do for a case.
 * `script`: set the replies. `traffic`: tell every request that the subject sent. `meaning`: tell what each of them asks
 * for, in no protocol's words. `raw`: tell it as bytes. `hang-up`: tell that the subject left before the reply was
 * complete. `connections`: tell when the subject has no connection any more. `faults`: give its wire the quirks of real
 * providers. `retries`: the subject's retries reach the stage and can be counted.
 * `key`: the subject was given a key; it follows from the options, and no stage claims it.
 */
export type Power = "script" | "traffic" | "meaning" | "raw" | "hang-up" | "connections" | "faults" | "retries" | "key";

/** What a factory is given for each case. A driver ignores options that it does not know, so `...stage` is safe. */
export interface StageOptions {
  readonly model: string;
  /** The replies of this case. A stage with a wire plays them itself. */
  readonly script: Script;
  /** 0 unless the case is about retries. */
  readonly maxRetries: number;
  readonly timeouts: Timeouts;
}

/** The same on a stage with a wire. */
export interface WireStageOptions extends StageOptions {
  /** Where the provider is. */
  readonly baseURL: string;
  /** A key that the provider takes. */
  readonly apiKey: string;
}

/** One request as the stage saw it. */
export interface SentRequest {
  readonly kind: "generate" | "stream" | "count-tokens" | "embed" | "unknown";
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** What it asked for, told without any protocol's words; on stages with `meaning`. */
  readonly turn?: TurnRequest | undefined;
  readonly embed?: EmbedRequest | undefined;
  /** The request as bytes, credentials removed; on stages with `raw`. */
  readonly raw?: RawRequest | undefined;
  /** Resolves once the subject has left before the reply was complete; on stages with `hang-up`. */
  readonly hungUp?: Promise<void> | undefined;
}

export interface RawRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a case wants of its stage. What is absent: no replies scripted, the stage's model, no retries. */
export interface Setting {
  readonly script?: Script | undefined;
  /** Ids of the quirks that replies are to have; on stages with `faults`. */
  readonly quirks?: readonly string[] | undefined;
  readonly maxRetries?: number | undefined;
  readonly timeouts?: Timeouts | undefined;
}

/** A stage set for one case. */
export interface Scene<Options extends StageOptions = StageOptions> {
  readonly options: Options;
  /**
   * Every request so far, in the order of arrival; on stages with `traffic`.
   * @param subject what the factory returned: an LLM or an embedder
   */
  sent(subject: unknown): readonly SentRequest[];
  /** Resolves with request number `count` (from 1) once it has arrived; on stages with `traffic`. */
  arrived(subject: unknown, count: number): Promise<SentRequest>;
  /** Resolves once the subject has no connection to it any more; on stages with `connections`. */
  disconnected?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Where a suite is played: it sets each case's scene and tells what it saw of the subject. Write one of your own for a
 * protocol that has none here.
 */
export interface Stage<Options extends StageOptions = StageOptions> {
  /** For example `memory`, `openai`, `live`. */
  readonly name: string;
  readonly powers: readonly Power[];
  /** What its wire speaks, where the catalogue of quirks knows it: then the cases of that protocol are played too. */
  readonly protocol?: WireProtocol | undefined;
  /** What it can do for embedders, where that is not the same. */
  readonly embedderPowers?: readonly Power[] | undefined;
  /** Set where its options hold the subject's one way to the provider, so that what it did not see was not sent. */
  readonly seesAll?: boolean | undefined;
  open(setting: Setting): Promise<Scene<Options>>;
  /** Plays one case as a whole; for a stage that must tell one case's requests from those of others in the process. */
  around?<T>(play: () => Promise<T>): Promise<T>;
}
