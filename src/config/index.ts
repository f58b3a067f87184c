import type { Embedder, LLM } from "../contract/index.js";
import type { StageName, StageOptionsFor } from "../stages/index.js";
import type { EmbedderSubject, KnownFailures, LLMSubject } from "../suite/index.js";

/** An endpoint to judge; each field is the flag of that name, see `touchstone check --help`. */
export interface EndpointSubject {
  /** Above its column. Default the model's. */
  readonly name?: string | undefined;
  readonly baseURL?: string | undefined;
  readonly driver?: "openai" | "google" | undefined;
  readonly model: string;
  readonly preset?: string | undefined;
  /** The name of an environment variable, never the key itself. */
  readonly keyEnv?: string | undefined;
  readonly profile?: string | undefined;
  /** The capabilities that it claims. Without it they are found out. */
  readonly claims?: readonly string[] | undefined;
  readonly knownFailures?: KnownFailures | undefined;
}

/** A driver to judge, as `runSuite` would. */
export interface DriverSubject<Name extends StageName = StageName> {
  readonly name: string;
  /** What it speaks: the stage that it is judged on. */
  readonly protocol: Name;
  /** Makes the LLM, anew for each case, of what the stage gives. */
  readonly llm?: ((stage: StageOptionsFor[Name]) => LLM | LLMSubject | Promise<LLM | LLMSubject>) | undefined;
  /** Makes the embedder instead. */
  readonly embedder?:
    | ((stage: StageOptionsFor[Name]) => Embedder | EmbedderSubject | Promise<Embedder | EmbedderSubject>)
    | undefined;
  readonly knownFailures?: KnownFailures | undefined;
}

/** What `touchstone.config.js` exports: what `touchstone check` judges where no endpoint is named. */
export interface TouchstoneConfig {
  readonly subjects: readonly (
    | EndpointSubject
    | DriverSubject<"memory">
    | DriverSubject<"openai">
    | DriverSubject<"google">
  )[];
}

/** Gives a configuration back as it is; for its types. */
export const defineConfig = (config: TouchstoneConfig): TouchstoneConfig => config;
