// Maps values along their settings schema, including groups and lists of groups. Pure.

import { isRecord } from "../base/guards.js";
import { jsonPointer } from "../base/json-pointer.js";
import type { Field } from "../contract/dialect.js";

/**
 * Returns the new value of a field, or undefined to remove the field. If a group or list is returned unchanged, its
 * fields are visited next.
 */
export type VisitField = (field: Field, value: unknown, pointer: string) => unknown;

/** Returns a copy of `value` with each field replaced by the result of `visit`. Keys outside the schema stay. */
export function mapFields(field: Field, value: unknown, visit: VisitField, pointer = ""): unknown {
  const made = visit(field, value, pointer);
  if (made !== value) return made;
  if (field.type === "array" && Array.isArray(value))
    return value.map((entry, index) => mapFields(field.items, entry, visit, pointer + jsonPointer(index)));
  if (field.type !== "object" || !isRecord(value)) return value;
  const { properties } = field;
  const entries = Object.entries(value).map(([name, entry]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [
      name,
      inner === undefined ? entry : mapFields(inner, entry, visit, pointer + jsonPointer(name)),
    ] as const;
  });
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}
