// `--set path=value`: values put into a copy of the settings, typed by their schema.

import { didYouMean, type Field, type Json, type Params, type SettingsSchema } from "@pictor/kernel";
import { UsageError } from "./usage-error.js";
import { parseValue } from "./value.js";

export interface Assignment {
  readonly path: readonly string[];
  readonly text: string;
}

/** Splits at the first equals sign. Throws a UsageError where there is none. */
export function parseAssignment(text: string): Assignment {
  const equals = text.indexOf("=");
  if (equals > 0) return { path: text.slice(0, equals).trim().split("."), text: text.slice(equals + 1) };
  throw new UsageError("USAGE_VALUE", `--set ${text} names no value.`, "Write --set name=value.");
}

function step(field: Field, name: string, where: string): Field {
  if (field.type === "object") {
    const found = Object.hasOwn(field.properties, name) ? field.properties[name] : undefined;
    if (found !== undefined) return found;
    const known = Object.keys(field.properties);
    const hint = `${didYouMean(name, known).trim()} Its settings are: ${known.join(", ")}.`.trim();
    throw new UsageError("USAGE_SETTING", `${where} has no setting "${name}".`, hint);
  }
  if (field.type === "array" && /^\d{1,4}$/.test(name)) return field.items;
  const hint = field.type === "array" ? "Name an entry by its number, from 0." : "It is a single value.";
  throw new UsageError("USAGE_SETTING", `${where} has nothing inside that is called "${name}".`, hint);
}

/** The field that a path leads to. */
export const fieldAt = (schema: SettingsSchema, path: readonly string[], where: string): Field =>
  path.reduce<Field>(
    (field, name, index) => step(field, name, [where, ...path.slice(0, index)].join(" ")),
    schema,
  );

/** A copy of `value` with `entry` at `path`; numbers lead into lists. Missing levels are made by the field's type. */
export function withEntry(field: Field, value: Json | undefined, path: readonly string[], entry: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return entry;
  if (field.type === "array") {
    const list: Json[] = Array.isArray(value) ? [...(value as readonly Json[])] : [];
    if (Number(name) > list.length) {
      throw new UsageError(
        "USAGE_SETTING",
        `--set skips entries of a list: ${name}.`,
        `The next one is ${list.length}.`,
      );
    }
    list[Number(name)] = withEntry(field.items, list[Number(name)], rest, entry);
    return list;
  }
  const record = typeof value === "object" && value !== null ? (value as Params) : {};
  const inner = field.type === "object" ? field.properties[name] : undefined;
  return inner === undefined ? record : { ...record, [name]: withEntry(inner, record[name], rest, entry) };
}

/** `params` with every `--set` applied, in the order given. Throws a UsageError that names the nearest setting. */
export const applySettings = (
  schema: SettingsSchema,
  params: Params,
  assignments: readonly string[],
  where: string,
): Params =>
  assignments.map(parseAssignment).reduce<Params>((values, { path, text }) => {
    const value = parseValue(fieldAt(schema, path, where), text, `--set ${path.join(".")}`);
    return withEntry(schema, values, path, value) as Params;
  }, params);
