// The settings of one kind among those that an instance has for several, so that kinds are exchanged by one word. Pure.

import { resolve } from "node:path";
import type { Field, SettingsSchema } from "../config/dialect.js";
import { deepFreeze } from "../hooks/freeze.js";
import type { Settings } from "../plugins/types.js";
import type { Contribution } from "../types.js";

export interface OwnSettings {
  /** Those of the kind, and those that nobody knows. */
  readonly own: Settings;
  /** Names of those that belong to other kinds only. */
  readonly left: readonly string[];
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

function anchoredField(field: Field | undefined, value: unknown, folder: string): unknown {
  if (field?.type === "object") return anchored(field, value, folder);
  if (field?.type === "array" && Array.isArray(value))
    return value.map((entry) => anchoredField(field.items, entry, folder));
  const isPath = field?.type === "string" && field.format === "path";
  return isPath && typeof value === "string" && value !== "" ? resolve(folder, value) : value;
}

function anchored(schema: SettingsSchema, values: unknown, folder: string): unknown {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      anchoredField(schema.properties[name], value, folder),
    ]),
  );
}

/** Relative paths start in `folder`. */
export const anchoredSettings = (schema: SettingsSchema, values: Settings, folder: string): Settings =>
  deepFreeze(anchored(schema, values, folder) as Settings);
