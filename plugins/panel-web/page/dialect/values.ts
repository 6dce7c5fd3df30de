// The values of a form that the user has set. A setting that is not set has the default of its schema.

import type { Field, SettingsSchema } from "@pictor/client";
import { isRecord } from "../api/guards.js";
import { pointerTo } from "../api/pointers.js";

export type Values = Readonly<Record<string, unknown>>;

const hasDefault = (field: Field): field is Field & { readonly default: unknown } => "default" in field;

/** The value in effect, which a field shows: the set value, else the default. */
export const effective = (field: Field, given: unknown): unknown =>
  given ?? (hasDefault(field) ? field.default : undefined);

/** Returns the values with one of them changed; `undefined` removes it. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _old, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Whether the condition `x-visibleWhen` of a field holds. A field that depends on an invisible field is invisible too. */
export function isVisible(
  schema: Pick<SettingsSchema, "properties">,
  name: string,
  values: Values,
  seen: readonly string[] = [],
): boolean {
  const [condition] = Object.entries(schema.properties[name]?.["x-visibleWhen"] ?? {});
  if (condition === undefined || seen.includes(name)) return true;
  const [other, allowed] = condition;
  const field = schema.properties[other];
  if (field === undefined) return true;
  return (
    allowed.includes(effective(field, values[other])) && isVisible(schema, other, values, [...seen, name])
  );
}

/** A fault of a value: a JSON pointer below the form, such as `/regions/0/mask`, and a sentence. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** The faults at a place and below it, with pointers that begin there. */
export const faultsAt = (faults: readonly Fault[], place: string): readonly Fault[] =>
  faults.flatMap(({ pointer, message }) =>
    pointer === place || pointer.startsWith(`${place}/`)
      ? [{ pointer: pointer.slice(place.length), message }]
      : [],
  );

/** The faults of the value with a name, with pointers that begin below this value. */
export const faultsBelow = (faults: readonly Fault[], name: string): readonly Fault[] =>
  faultsAt(faults, pointerTo("", name));

/** The faults of the value itself, not of values inside it. */
export const ownFaults = (faults: readonly Fault[]): readonly string[] =>
  faults.filter(({ pointer }) => pointer === "").map(({ message }) => message);

/** A reference to a secret (`$secret`, `$env`, `$file`, `$token`), as configuration files have it. */
export type Reference = Readonly<Record<string, string>>;

export function referenceOf(value: unknown): Reference | undefined {
  if (!isRecord(value)) return undefined;
  const [[key, name] = ["", undefined], ...more] = Object.entries(value);
  return more.length === 0 && key.startsWith("$") && typeof name === "string" ? { [key]: name } : undefined;
}

/** A new entry of a list: its default, or an empty one. */
export function emptyValueOf(field: Field): unknown {
  if (hasDefault(field)) return field.default;
  if (field.type === "object") return {};
  if (field.type === "array") return [];
  if (field.type === "boolean") return false;
  return field.type === "string" ? "" : (field.minimum ?? 0);
}
