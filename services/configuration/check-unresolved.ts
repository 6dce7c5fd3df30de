// Checks configured values before their references and variables are resolved, when they are written to a file.

import {
  hasVariable,
  mapFields,
  referenceOf,
  referencesIn,
  rejectInlineSecrets,
  requireSettings,
  withoutRequired,
  type SettingsSchema,
} from "@pictor/kernel";

const isUnread = (value: unknown): boolean =>
  referenceOf(value) !== undefined || (typeof value === "string" && hasVariable(value));

/**
 * Checks the literal values. References and variables are left out, and required fields may then be missing. `where` is
 * the place in the configuration, such as `backends/studio`. Throws `CONFIG_SECRET_INLINE` or `SETTINGS_INVALID`.
 */
export async function checkUnresolvedSettings(
  schema: SettingsSchema,
  values: object,
  where: string,
  file: string,
): Promise<void> {
  rejectInlineSecrets(schema, values, file, where);
  const isWhole = referencesIn(values, "").length === 0 && !hasVariable(values);
  // A list is left out as a whole, because removing entries would change its meaning.
  const isLeftOut = (value: unknown): boolean =>
    isUnread(value) || (Array.isArray(value) && value.some(isUnread));
  const plain = mapFields(schema, values, (_field, value, pointer) =>
    pointer !== "" && isLeftOut(value) ? undefined : value,
  );
  await requireSettings(isWhole ? schema : withoutRequired(schema), plain, where);
}
