// A problem, which does not end the work, from an error of a catalog.

import type { PictorError } from "../base/errors/pictor-error.js";
import type { Problem } from "../contract/values.js";

/** The error as a problem: its code, what happened, and what to do. */
export const problemFor = ({ code, what, hint }: PictorError): Problem => ({ code, message: what, hint });
