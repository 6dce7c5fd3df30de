// The advanced settings that stand among the basic ones, because the user has pinned them. Pure.

import type { SettingsSchema } from "@pictor/client";
import type { Pin } from "../controls/field-frame.js";
import type { PinTools } from "../dialect/tools.js";

type Schema = Pick<SettingsSchema, "properties" | "x-order">;

export const isAdvanced = ({ properties }: Schema, name: string): boolean =>
  properties[name]?.["x-advanced"] === true;

/** The schema in which the pinned settings are basic ones without a heading, after the others. */
export function withPinned<Of extends Schema>(schema: Of, pinned: readonly string[]): Of {
  if (pinned.length === 0) return schema;
  const changed = pinned.flatMap((name) => {
    const { "x-advanced": _advanced, "x-group": _group, ...field } = schema.properties[name] ?? {};
    return schema.properties[name] === undefined ? [] : [[name, field] as const];
  });
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(changed) } };
}

/** The pin of an advanced setting, as the properties of its row. */
export const pinOf = (
  schema: Schema,
  name: string,
  pinned: readonly string[],
  pins: PinTools | undefined,
): { readonly pin?: Pin } =>
  pins === undefined || !isAdvanced(schema, name)
    ? {}
    : { pin: { isPinned: pinned.includes(name), toggle: () => pins.toggle(name) } };
