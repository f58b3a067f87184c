import type { Quirk } from "../quirk.js";
import { finishReasons } from "./finish-reasons.js";
import { sentinels } from "./sentinels.js";

/** How answers end: `sentinels` are `[DONE]` and the end of the body. */
export const endings: readonly Quirk[] = [...sentinels, ...finishReasons];
