// A problem, which does not end the work, from an error of a catalog.

import type { PictorError } from "../base/errors/pictor-error.js";
import type { Problem } from "../contract/values.js";
import { withoutUndefined } from "./without-undefined.js";

/** The error as a problem: its code, what happened, what to do, and the plugin and the hook if it names them. */
export function problemFor({ code, what, hint, details }: PictorError): Problem {
  const { plugin, hook, pageFix } = details as Partial<Pick<Problem, "plugin" | "hook" | "pageFix">>;
  return withoutUndefined({ code, message: what, hint: hint || undefined, pageFix, plugin, hook });
}
