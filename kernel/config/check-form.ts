// Checks the values of a form before a backend is available.

import type { Violation } from "../base/errors/explain-violation.js";
import type { SettingsSchema } from "../contract/dialect.js";
import { withoutRequired, missingFields } from "./required-fields.js";
import { completeSettings } from "./complete-settings.js";

export interface FormCheck {
  /** Paths of required fields without a value and without a default: `image`, `extras.0.name`. */
  readonly missing: readonly string[];
  /** The problems of invalid values. */
  readonly problems: readonly Violation[];
}

/**
 * Checks the values of a form. A field whose choices come from a backend (`x-optionsFrom`) is never missing, because
 * its first choice is the default. `place` is where the form stands, with which the pointers of the problems begin.
 * Default `#`. Never rejects.
 */
export async function checkForm(schema: SettingsSchema, values: unknown, place = "#"): Promise<FormCheck> {
  const result = await completeSettings(withoutRequired(schema), values);
  const missing = missingFields(schema, result.ok ? result.settings : values).filter((path) => {
    const field = Object.hasOwn(schema.properties, path) ? schema.properties[path] : undefined;
    return field?.type !== "string" || field["x-optionsFrom"] === undefined;
  });
  const found = result.ok ? [] : result.problems;
  const problems = found.map((problem) => ({
    ...problem,
    pointer: problem.pointer.replace(/^#/, () => place),
  }));
  return { missing, problems };
}
