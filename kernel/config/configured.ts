// Values that somebody configured, for any settings schema: the one way from a file's text to what code receives.

import type { Settings } from "../plugins/types.js";
import type { SettingsSchema } from "./dialect.js";
import { hasReference, resolveReferences, type ReferenceSource } from "./references.js";
import { refuseInlineSecrets, secretsIn } from "./secret-fields.js";
import { requireSettings } from "./settings.js";

export interface ConfiguredSource {
  readonly references: ReferenceSource;
  /** The file that errors name. */
  readonly configuredIn: string;
}

/**
 * Reads references, completes and checks the values, and has every secret hidden from now on. In a file (not in code)
 * a secret field holds a reference only. `where` is the place in the configuration, `backends/studio`. Throws
 * `CONFIG_SECRET_INLINE`, `CONFIG_REFERENCE_UNRESOLVED` or `SETTINGS_INVALID`.
 */
export async function configuredSettings(
  schema: SettingsSchema,
  values: unknown,
  where: string,
  origin: "file" | "code",
  { references, configuredIn }: ConfiguredSource,
): Promise<Settings> {
  if (origin === "file") refuseInlineSecrets(schema, values, configuredIn, where);
  const resolved = resolveReferences(values, references, where);
  const settings = await requireSettings(schema, resolved, where, hasReference(values));
  for (const { value } of secretsIn(schema, settings)) references.remember(value);
  return settings;
}
