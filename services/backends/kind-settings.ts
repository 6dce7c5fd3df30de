// A kind by its name, and its own settings among those that an instance has for several: kinds are exchanged by one word.
// Pure.

import { resolve } from "node:path";
import {
  type SettingsSchema,
  mapFields,
  fault,
  didYouMean,
  deepFreeze,
  type Settings,
  type Contribution,
} from "@pictor/kernel";

export interface OwnSettings {
  /** Those of the kind, and those that nobody knows. */
  readonly own: Settings;
  /** Names of those that belong to other kinds only. */
  readonly left: readonly string[];
}

/** The contribution of a kind. Throws `BACKEND_KIND_UNKNOWN`. */
export function kindNamed(
  kind: string,
  where: string,
  kinds: readonly Contribution<"backends">[],
): Contribution<"backends"> {
  const found = kinds.find(({ id }) => id === kind);
  if (found !== undefined) return found;
  const known = kinds.map(({ id }) => id);
  const details = { kind, where, known: known.join(", "), suggestion: didYouMean(kind, known) };
  throw fault("BACKEND_KIND_UNKNOWN", details);
}

const knows = ({ settings }: Contribution<"backends">, name: string): boolean =>
  Object.hasOwn(settings.properties, name);

/** `values` without `kind` and `auth`. */
export function ownSettings(
  values: Settings,
  kind: Contribution<"backends">,
  kinds: readonly Contribution<"backends">[],
): OwnSettings {
  const left = Object.keys(values).filter(
    (name) => !knows(kind, name) && kinds.some((other) => knows(other, name)),
  );
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !left.includes(name)));
  return { own, left };
}

/** Relative paths start in `folder`. */
export const anchoredSettings = (schema: SettingsSchema, values: Settings, folder: string): Settings =>
  deepFreeze(
    mapFields(schema, values, (field, value) => {
      const isPath = field.type === "string" && field.format === "path";
      return isPath && typeof value === "string" && value !== "" ? resolve(folder, value) : value;
    }) as Settings,
  );
