import type { WireExchange } from "../quirks/index.js";
import type { Check } from "../suite/index.js";

/** A check on the replies of an endpoint, as they are on the wire. */
export interface ReplyCheck {
  readonly slug: string;
  readonly about: Check;
  /** What of an exchange breaks it, in words for a person. */
  detect(exchange: WireExchange): string | undefined;
  /** Whether an exchange that keeps it could have broken it. */
  couldShow(exchange: WireExchange): boolean;
}
