import type { LLM } from "../../../contract/index.js";
import type { WireProtocol } from "../../../quirks/index.js";
import type { CaseContext, Check } from "../../case.js";

/** A check of the group that is no quirk's own, and how it is judged. */
export interface BesideCheck {
  readonly slug: string;
  readonly check: Check;
  judge(context: CaseContext<LLM, string>, protocol: WireProtocol): Promise<void>;
}
