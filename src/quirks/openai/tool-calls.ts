import type { Quirk } from "../quirk.js";
import { toolCallArguments } from "./tool-call-arguments.js";
import { toolCallFragments } from "./tool-call-fragments.js";
import { toolCallIdentity } from "./tool-call-identity.js";

export const toolCalls: readonly Quirk[] = [...toolCallIdentity, ...toolCallFragments, ...toolCallArguments];
