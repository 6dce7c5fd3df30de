// Turns configured values into validated settings, for any settings schema.

import type { Settings } from "../contract/values.js";
import type { SettingsSchema } from "../contract/dialect.js";
import {
  resolveReference,
  resolveAll,
  referencesIn,
  replaceReferences,
  requireKnownReferences,
  type LocatedReference,
  type ReferenceSource,
} from "./references.js";
import { rejectInlineSecrets, findSecrets } from "./secret-fields.js";
import { requireSettings } from "./complete-settings.js";
import {
  fillVariables,
  hasVariable,
  hasSameValues,
  type Variables,
  type VariableSource,
} from "./variables.js";

export interface SettingsSource {
  readonly references: ReferenceSource;
  /** Variables of the active environment, for values from a file or a draft. */
  readonly variables: VariableSource;
  /** The file to name in errors. */
  readonly configuredIn: string;
}

/** Where values come from: a file, a form that is not saved yet, or a program, which has filled in the variables itself. */
export type ValuesOrigin = "file" | "draft" | "code";

/** The latest result for a frozen object of values, and its dependencies. */
interface CachedSettings {
  readonly schema: SettingsSchema;
  readonly references: readonly LocatedReference[];
  /** The resolved values of the references. */
  readonly read: readonly string[];
  /** The variables that were filled in, if any. */
  readonly variables: Variables | undefined;
  readonly settings: Settings;
}
const known = new WeakMap<object, CachedSettings>();

/** Whether all dependencies of a result are unchanged. Synchronous if no reference needs to be awaited. */
function isCurrent(
  before: CachedSettings,
  schema: SettingsSchema,
  values: object,
  { references, variables }: SettingsSource,
): boolean | Promise<boolean> {
  if (before.schema !== schema) return false;
  const read = before.references.map((reference) => resolveReference(reference, references));
  const isSame = (values: readonly unknown[]) => values.every((value, index) => value === before.read[index]);
  if (before.variables === undefined && read.every((value) => typeof value === "string")) return isSame(read);
  const isSameFilled = async () =>
    before.variables === undefined || hasSameValues(before.variables, await variables(values));
  return Promise.all(read.map((value) => Promise.resolve(value))).then(
    async (texts) => isSame(texts) && (await isSameFilled()),
  );
}

/**
 * Resolves references and variables, fills in defaults, validates, and registers every secret for redaction. In a file, a
 * secret field must hold a reference or a variable. `where` is the place in the configuration, such as `backends/studio`.
 * References are resolved on every call; validation is repeated only if something has changed.
 * Throws `CONFIG_SECRET_INLINE`, `CONFIG_REFERENCE_UNRESOLVED`, `VARIABLE_UNKNOWN` or `SETTINGS_INVALID`.
 */
export function resolveSettings(
  schema: SettingsSchema,
  values: object,
  where: string,
  origin: ValuesOrigin,
  source: SettingsSource,
): Settings | Promise<Settings> {
  const before = known.get(values);
  if (before === undefined) return settle(schema, values, where, origin, source);
  const isSame = isCurrent(before, schema, values, source);
  if (isSame === true) return before.settings;
  return Promise.resolve(isSame).then((still) =>
    still ? before.settings : settle(schema, values, where, origin, source),
  );
}

async function settle(
  schema: SettingsSchema,
  values: object,
  where: string,
  origin: ValuesOrigin,
  source: SettingsSource,
): Promise<Settings> {
  const { references, configuredIn } = source;
  requireKnownReferences(values, where);
  if (origin === "file") rejectInlineSecrets(schema, values, configuredIn, where);
  const active = origin !== "code" && hasVariable(values) ? await source.variables(values) : undefined;
  const placed = referencesIn(values, where);
  const read = await resolveAll(placed, references);
  const fill = active && ((text: string, field: string) => fillVariables(text, active, field));
  // A draft may hold secrets, and a program may have filled in variables.
  const isFilled = placed.length > 0 || active !== undefined || origin !== "file";
  const replaced = replaceReferences(values, read.values(), where, fill);
  const settings = await requireSettings(schema, replaced, where, { hidden: isFilled });
  for (const { value } of findSecrets(schema, settings)) references.addSecret(value);
  if (origin === "file" && Object.isFrozen(values))
    known.set(values, { schema, references: placed, read, variables: active, settings });
  return settings;
}
