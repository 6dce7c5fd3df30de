// Values of a settings schema before a backend is asked: what is wrong with them, and what nobody else fills in.

import type { Violation } from "../base/errors/explain-violation.js";
import type { SettingsSchema } from "../contract/dialect.js";
import { withoutRequired, missingFields } from "./required-fields.js";
import { completeSettings } from "./settings.js";

export interface FormCheck {
  /** Required fields without a value and without a default, by their paths: `image`, `extras.0.name`. */
  readonly missing: readonly string[];
  /** What is wrong with the values that there are. */
  readonly problems: readonly Violation[];
}

/** A field that a backend offers choices for (`x-optionsFrom`) is not missing: its first one is taken. Rejects never. */
export async function checkForm(schema: SettingsSchema, values: unknown): Promise<FormCheck> {
  const result = await completeSettings(withoutRequired(schema), values);
  const missing = missingFields(schema, result.ok ? result.settings : values).filter((path) => {
    const field = Object.hasOwn(schema.properties, path) ? schema.properties[path] : undefined;
    return field?.type !== "string" || field["x-optionsFrom"] === undefined;
  });
  return { missing, problems: result.ok ? [] : result.problems };
}
