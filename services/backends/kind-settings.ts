// Finds a backend kind, and splits an instance's settings: an instance keeps settings of several kinds, so that changing
// `kind` alone switches it. Pure.

import {
  absolutePath,
  mapFields,
  fault,
  deepFreeze,
  knownNames,
  type Field,
  type SettingsSchema,
  type Settings,
  type Contribution,
} from "@pictor/kernel";

/** The contribution of a kind. Throws `BACKEND_KIND_UNKNOWN`. */
export function findKind(
  kind: string,
  where: string,
  kinds: readonly Contribution<"backends">[],
): Contribution<"backends"> {
  const found = kinds.find(({ id }) => id === kind);
  if (found !== undefined) return found;
  const known = kinds.map(({ id }) => id);
  throw fault("BACKEND_KIND_UNKNOWN", { kind, where, ...knownNames(kind, known) });
}

const hasSetting = ({ settings }: Contribution<"backends">, name: string): boolean =>
  Object.hasOwn(settings.properties, name);

/**
 * Splits the settings of an instance, which `values` are without `kind` and `auth`: `own` are settings of the kind, and those
 * that no kind has, which the validation refuses later; `ignored` are names of settings that belong to other kinds only.
 */
export function splitSettings(
  values: Settings,
  kind: Contribution<"backends">,
  kinds: readonly Contribution<"backends">[],
) {
  const ignored = Object.keys(values).filter(
    (name) => !hasSetting(kind, name) && kinds.some((other) => hasSetting(other, name)),
  );
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !ignored.includes(name)));
  return { own, ignored };
}

/** Whether the field contains a path. A command without a slash is a name that the system looks up. */
const isPath = (field: Field, value: string): boolean =>
  field.type === "string" &&
  ((field.format === "path" && value !== "") || (field.format === "command" && /[\\/]/.test(value)));

/** Returns the settings with relative paths resolved against `folder`. */
export const withAbsolutePaths = (schema: SettingsSchema, values: Settings, folder: string): Settings =>
  deepFreeze(
    mapFields(schema, values, (field, value) =>
      typeof value === "string" && isPath(field, value) ? absolutePath(value, folder) : value,
    ) as Settings,
  );
