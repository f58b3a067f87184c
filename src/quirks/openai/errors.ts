import type { Quirk } from "../quirk.js";
import { errorForms } from "./error-forms.js";
import { errorReplies } from "./error-replies.js";
import { inBandErrors } from "./in-band-errors.js";

/** How hosts tell that something went wrong. */
export const errors: readonly Quirk[] = [...inBandErrors, ...errorReplies, ...errorForms];
