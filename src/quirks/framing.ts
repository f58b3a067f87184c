import { events } from "./framing-events.js";
import { lines } from "./framing-lines.js";
import { reads } from "./framing-reads.js";
import type { Quirk } from "./quirk.js";

/** Server-sent events are the same for every protocol. */
export const framing: readonly Quirk[] = [...reads, ...lines, ...events];
