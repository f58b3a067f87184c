import type { Check } from "../suite/index.js";
import type { TappedExchange } from "./tap.js";

/** What may be the model's doing as well as the endpoint's: it warns, and fails nobody. */
export interface Suspicion {
  readonly suspected: string;
}

/** A check on the replies of an endpoint, as they are on the wire. */
export interface ReplyCheck {
  readonly slug: string;
  readonly about: Check;
  /**
   * What of an exchange breaks it, in words for a person.
   * @param all that went to their ends, for what one alone cannot show
   */
  detect(exchange: TappedExchange, all: readonly TappedExchange[]): string | Suspicion | undefined;
  /** Whether an exchange that keeps it could have broken it. */
  couldShow(exchange: TappedExchange, all: readonly TappedExchange[]): boolean;
}
