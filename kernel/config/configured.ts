// Values that somebody configured, for any settings schema: the one way from a file's text to what code receives.

import type { Settings } from "../contract/values.js";
import type { SettingsSchema } from "../contract/dialect.js";
import {
  readReference,
  readReferences,
  referencesIn,
  replaceReferences,
  type PlacedReference,
  type ReferenceSource,
} from "./references.js";
import { rejectInlineSecrets, secretsIn } from "./secret-fields.js";
import { requireSettings } from "./settings.js";
import {
  fillVariables,
  hasVariable,
  isSameFilling,
  type Variables,
  type VariableSource,
} from "./variables.js";

export interface ConfiguredSource {
  readonly references: ReferenceSource;
  /** The active environment, for values that stand in a file. */
  readonly variables: VariableSource;
  /** The file that errors name. */
  readonly configuredIn: string;
}

/** What frozen values of a file came to the last time, and from what. */
interface Known {
  readonly schema: SettingsSchema;
  readonly references: readonly PlacedReference[];
  /** What the references stood for. */
  readonly read: readonly string[];
  /** The variables that were filled in, where there are any. */
  readonly variables: Variables | undefined;
  readonly settings: Settings;
}
const known = new WeakMap<object, Known>();

/** Whether nothing has changed that the settings are made of. At once where nothing has to be waited for. */
function isCurrent(
  before: Known,
  schema: SettingsSchema,
  values: object,
  { references, variables }: ConfiguredSource,
): boolean | Promise<boolean> {
  if (before.schema !== schema) return false;
  const read = before.references.map((reference) => readReference(reference, references));
  const isSame = (values: readonly unknown[]) => values.every((value, index) => value === before.read[index]);
  if (before.variables === undefined && read.every((value) => typeof value === "string")) return isSame(read);
  const isSameFilled = async () =>
    before.variables === undefined || isSameFilling(before.variables, await variables(values));
  return Promise.all(read.map((value) => Promise.resolve(value))).then(
    async (texts) => isSame(texts) && (await isSameFilled()),
  );
}

/**
 * Reads references and variables, completes and checks the values, and has every secret hidden from now on. In a file
 * (not in code) a secret field holds a reference or a variable only. `where` is the place in the configuration,
 * `backends/studio`. References are read at every call; the check is repeated only where something has changed. Throws
 * `CONFIG_SECRET_INLINE`, `CONFIG_REFERENCE_UNRESOLVED`, `VARIABLE_UNKNOWN` or `SETTINGS_INVALID`.
 */
export function configuredSettings(
  schema: SettingsSchema,
  values: object,
  where: string,
  origin: "file" | "code",
  source: ConfiguredSource,
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
  origin: "file" | "code",
  source: ConfiguredSource,
): Promise<Settings> {
  const { references, configuredIn } = source;
  if (origin === "file") rejectInlineSecrets(schema, values, configuredIn, where);
  const active = origin === "file" && hasVariable(values) ? await source.variables(values) : undefined;
  const placed = referencesIn(values, where);
  const read = await readReferences(placed, references);
  const fill = active && ((text: string, field: string) => fillVariables(text, active, field));
  // In code, the host has filled the variables already: nobody knows what came from one.
  const isFilled = placed.length > 0 || active !== undefined || origin === "code";
  const replaced = replaceReferences(values, read.values(), where, fill);
  const settings = await requireSettings(schema, replaced, where, isFilled);
  for (const { value } of secretsIn(schema, settings)) references.remember(value);
  if (origin === "file" && Object.isFrozen(values))
    known.set(values, { schema, references: placed, read, variables: active, settings });
  return settings;
}
