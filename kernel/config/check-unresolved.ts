// What can be said of configured values before their references and variables are read: when they are written.

import type { SettingsSchema } from "../contract/dialect.js";
import { withoutRequired } from "./required-fields.js";
import { mapFields } from "./map-fields.js";
import { referenceOf, referencesIn } from "./references.js";
import { rejectInlineSecrets } from "./secret-fields.js";
import { requireSettings } from "./settings.js";
import { hasVariable } from "./variables.js";

const isUnread = (value: unknown): boolean =>
  referenceOf(value) !== undefined || (typeof value === "string" && hasVariable(value));

/**
 * Checks what stands there as text. What stands for something else is left out, and then nothing is required. `where` is
 * the place in the configuration, `backends/studio`. Throws `CONFIG_SECRET_INLINE` or `SETTINGS_INVALID`.
 */
export async function checkUnresolvedSettings(
  schema: SettingsSchema,
  values: object,
  where: string,
  file: string,
): Promise<void> {
  rejectInlineSecrets(schema, values, file, where);
  const isWhole = referencesIn(values, "").length === 0 && !hasVariable(values);
  // A list without some of its entries would be another list.
  const isLeftOut = (value: unknown): boolean =>
    isUnread(value) || (Array.isArray(value) && value.some(isUnread));
  const plain = mapFields(schema, values, (_field, value, pointer) =>
    pointer !== "" && isLeftOut(value) ? undefined : value,
  );
  await requireSettings(isWhole ? schema : withoutRequired(schema), plain, where);
}
