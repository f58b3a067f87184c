import type { WireExchange, WireProtocol, WireReply } from "./exchange.js";

/** What a quirk is about. */
export type Area =
  | "framing"
  | "endings"
  | "tool-calls"
  | "shape"
  | "reasoning"
  | "structured-output"
  | "sources"
  | "usage"
  | "errors"
  | "retries"
  | "cancellation"
  | "parameters"
  | "model"
  | "approvals"
  | "embeddings";

/** What every entry of the catalogue says. */
interface Entry {
  /** As the report is filed, for example `SSE-02`. Never changes. */
  readonly id: string;
  /** In kebab case; the slug of its check. Never changes. */
  readonly name: string;
  readonly protocols: readonly WireProtocol[];
  readonly area: Area;
  /** Where somebody reported it, or the text that allows it. */
  readonly report: string;
  /** Who has it: one short phrase. */
  readonly seen: string;
  /** What it breaks for a user, one sentence. */
  readonly breaks: string;
  /** What a driver does with it, one sentence. */
  readonly rule: string;
  /** Where reports disagree: what is asked, and why only that. */
  readonly contested?: string;
}

/** What a reply is bent into; `undefined` where this exchange has nothing that could have the quirk. Changes nothing. */
export type Inject = (exchange: WireExchange) => WireReply | undefined;

/** What of a recorded exchange shows the quirk, in words for a person; `undefined` where it is not there. */
export type Detect = (exchange: WireExchange) => string | undefined;

/** A scripted conversation that a quirk is injected into; the suite has them. */
export type TurnSceneName =
  | "text"
  | "reasoning"
  | "tool"
  | "tools"
  | "plain-tool"
  | "json"
  | "sources"
  | "cut-call"
  | "filtered"
  | "forbidden"
  | "one-at-a-time"
  | "long-text";

/** Texts to embed, in a list and alone, and the same with a length that is asked for. */
export type EmbedSceneName = "embed" | "embed-short";

export type SceneName = TurnSceneName | EmbedSceneName;

/** What has to come of an exchange that has the quirk. */
export type Expect =
  /** What would have come without it. */
  | "unchanged"
  /** One of these errors, and with `status` that status. */
  | {
      readonly error: readonly string[];
      readonly status?: number;
      readonly retryable?: boolean;
      readonly retryAfterMs?: number;
    }
  /** What would have come without it, or one of these errors: the protocol leaves the choice. */
  | { readonly unchangedOr: readonly string[] }
  /** What would have come without it, but for these fields of the response. */
  | { readonly response: ExpectedResponse };

/** Fields of a response that a quirk changes. */
export interface ExpectedResponse {
  readonly text?: string;
  readonly reasoning?: string | undefined;
  readonly finishReason?: string;
  /** Where absent, the model that was asked for. */
  readonly model?: string;
  readonly usage?: Readonly<
    Partial<Record<"inputTokens" | "outputTokens" | "cachedInputTokens" | "reasoningTokens", number>>
  >;
  /** Their addresses. */
  readonly sources?: readonly string[];
  /** The outcome of each call, in order: `ran`, `failed`, …; `none` for one that never runs. */
  readonly outcomes?: readonly string[];
  /** All calls, where they are others; the `input` of one whose arguments are broken is its `invalidInput`. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly outcome: string }[];
}

/** How a quirk is played: in which scene, put in how, and what has to come of it. */
interface Injected extends Entry {
  readonly scene: SceneName;
  /** Where it can show; both where absent. */
  readonly on?: "generate" | "stream";
  readonly inject: Inject;
  readonly expect: Expect;
  /** What is usually wrong in a driver that does not survive it. */
  readonly fix: string;
  /** `must` where absent. */
  readonly level?: "should";
}

/** The wire breaks its protocol: it can be put into a clean exchange, and found in a recorded one. */
export interface Deviation extends Injected {
  readonly class: "deviation";
  /** What the protocol says that the wire must be, one sentence. */
  readonly law: string;
  /** Whether an endpoint that has it is only warned: it annoys, and breaks nothing. A driver's level is another matter. */
  readonly mild?: true;
  readonly detect: Detect;
}

/** Legal on the wire, and rare. */
export interface Variant extends Injected {
  readonly class: "variant";
}

/** What a client must not send. */
export interface BadRequest extends Entry {
  readonly class: "request";
  /** Looks at the request of an exchange. */
  readonly detect: Detect;
  /** A request that has it, which a strict server refuses. */
  readonly example: { readonly path: string; readonly body: object };
}

/** What a client does, whatever is on the wire: cases of the suite prove it. */
export interface Behaviour extends Entry {
  readonly class: "behaviour";
  /** Ids of the checks that fail for a client that has it. */
  readonly checks: readonly [string, ...string[]];
}

/** One way in which real providers, gateways and clients deviate. */
export type Quirk = Deviation | Variant | BadRequest | Behaviour;

/** A quirk that a mock server can put on its wire. */
export type WireQuirk = Deviation | Variant;
