// `--set path=value`: values put into a copy of the settings, typed by their schema.

import { didYouMean, type Field, type Json, type Params, type SettingsSchema } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";
import { parseValue } from "./field-value.js";

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

/** A group that takes any path: its values are texts, and the workflow finds out what they mean. */
const isOpen = (field: Field | undefined): boolean =>
  field?.type === "object" && field["x-bindings"] === true;

/** The name of the group into which a path goes that is no setting. */
const openGroup = ({ properties }: SettingsSchema): string | undefined =>
  Object.keys(properties).find((name) => isOpen(properties[name]));

function inside(field: Field, name: string): Field | undefined {
  if (isOpen(field)) return { type: "string" };
  if (field.type === "object")
    return Object.hasOwn(field.properties, name) ? field.properties[name] : undefined;
  return field.type === "array" && /^\d{1,4}$/.test(name) ? field.items : undefined;
}

/** Settings of that name in the groups of `field`, with the group's name in front. */
const inGroups = (field: Field & { readonly type: "object" }, name: string): readonly string[] =>
  Object.entries(field.properties).flatMap(([group, inner]) =>
    inner.type === "object" && Object.hasOwn(inner.properties, name) ? [`${group}.${name}`] : [],
  );

function step(field: Field, name: string, where: string, before: readonly string[]): Field {
  const found = inside(field, name);
  if (found !== undefined) return found;
  if (field.type === "object") {
    const known = Object.keys(field.properties);
    const nested = inGroups(field, name).map((path) => [...before, path].join("."));
    const more = openGroup(field) === undefined ? "" : " An input of the graph is named NODE.INPUT.";
    const meant =
      nested.length > 0
        ? `Did you mean ${nested.map((path) => `"${path}"`).join(" or ")}?`
        : didYouMean(name, known).trim();
    const hint = `${meant} Its settings are: ${known.join(", ")}.${more}`.trim();
    throw new UsageError("USAGE_SETTING", `${where} has no setting "${name}".`, hint);
  }
  const hint = field.type === "array" ? "Name an entry by its number, from 0." : "It is a single value.";
  throw new UsageError("USAGE_SETTING", `${where} has nothing inside that is called "${name}".`, hint);
}

/** The field that a path leads to. */
export const fieldAt = (schema: SettingsSchema, path: readonly string[], where: string): Field =>
  path.reduce<Field>((field, name, index) => {
    const before = path.slice(0, index);
    return step(field, name, [where, ...before].join(" "), before);
  }, schema);

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
  const inner = inside(field, name);
  return inner === undefined ? record : { ...record, [name]: withEntry(inner, record[name], rest, entry) };
}

/** Where a path belongs: what is no setting goes whole, with its dots, into the group that takes any. */
function placed(schema: SettingsSchema, path: readonly string[]): readonly string[] {
  const group = openGroup(schema);
  const [first, ...rest] = path;
  if (group === undefined || rest.length === 0) return path;
  if (first === group) return [group, rest.join(".")];
  const end = path.reduce<Field | undefined>((field, name) => field && inside(field, name), schema);
  return end === undefined ? [group, path.join(".")] : path;
}

/** `params` with every `--set` applied, in the order given. Throws a UsageError that names the nearest setting. */
export const applySettings = (
  schema: SettingsSchema,
  params: Params,
  assignments: readonly string[],
  where: string,
): Params =>
  assignments.map(parseAssignment).reduce<Params>((values, { path: written, text }) => {
    const path = placed(schema, written);
    const value = parseValue(fieldAt(schema, path, where), text, `--set ${written.join(".")}`);
    return withEntry(schema, values, path, value) as Params;
  }, params);
