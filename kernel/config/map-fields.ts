// Values gone through beside their settings schema: the one walk into groups and lists of groups. Pure.

import { isRecord } from "../base/guards.js";
import type { Field } from "../contract/dialect.js";

/**
 * What is made of a field's value: the value itself when it stays, or is a group or list to go into; anything else
 * stands in its place; undefined takes it out. Called for a group or list before what is inside of it.
 */
export type VisitField = (field: Field, value: unknown, pointer: string) => unknown;

/** A copy of `value`, in which each value of a field went through `visit`. Keys that the schema does not name stay. */
export function mapFields(field: Field, value: unknown, visit: VisitField, pointer = ""): unknown {
  const made = visit(field, value, pointer);
  if (made !== value) return made;
  if (field.type === "array" && Array.isArray(value))
    return value.map((entry, index) => mapFields(field.items, entry, visit, `${pointer}/${index}`));
  if (field.type !== "object" || !isRecord(value)) return value;
  const { properties } = field;
  const entries = Object.entries(value).map(([name, entry]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [
      name,
      inner === undefined ? entry : mapFields(inner, entry, visit, `${pointer}/${name}`),
    ] as const;
  });
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}
