// Applies `--set path=value` options to settings, with values parsed by the schema.

import { didYouMean, type Field, type Json, type Params, type SettingsSchema } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";
import { parseValue } from "./field-value.js";

export interface Assignment {
  readonly path: readonly string[];
  readonly text: string;
}

/** Splits an assignment at the first equals sign. Throws a UsageError if there is no equals sign. */
export function parseAssignment(text: string): Assignment {
  const equals = text.indexOf("=");
  if (equals > 0) return { path: text.slice(0, equals).trim().split("."), text: text.slice(equals + 1) };
  throw new UsageError("USAGE_VALUE", `--set ${text} names no value.`, "Write --set name=value.");
}

/**
 * Whether a group accepts any path (`x-bindings`). The values of such a group are strings, which the workflow
 * interprets.
 */
const isOpenGroup = (field: Field | undefined): boolean =>
  field?.type === "object" && field["x-bindings"] === true;

/** The name of the group that accepts paths which are not settings. */
const openGroupName = ({ properties }: SettingsSchema): string | undefined =>
  Object.keys(properties).find((name) => isOpenGroup(properties[name]));

function innerField(field: Field, name: string): Field | undefined {
  if (isOpenGroup(field)) return { type: "string" };
  if (field.type === "object")
    return Object.hasOwn(field.properties, name) ? field.properties[name] : undefined;
  return field.type === "array" && /^\d{1,4}$/.test(name) ? field.items : undefined;
}

/** The field at a path such as `extras.0.name`; undefined if the schema has none. */
export const findField = (schema: SettingsSchema, path: readonly string[]): Field | undefined =>
  path.reduce<Field | undefined>((field, name) => field && innerField(field, name), schema);

/** Paths of the settings with this name inside the groups of `field`. */
const pathsInGroups = (field: Field & { readonly type: "object" }, name: string): readonly string[] =>
  Object.entries(field.properties).flatMap(([group, inner]) =>
    inner.type === "object" && Object.hasOwn(inner.properties, name) ? [`${group}.${name}`] : [],
  );

function stepInto(field: Field, name: string, where: string, before: readonly string[]): Field {
  const found = innerField(field, name);
  if (found !== undefined) return found;
  if (field.type === "object") {
    const known = Object.keys(field.properties);
    const nested = pathsInGroups(field, name).map((path) => [...before, path].join("."));
    const more = openGroupName(field) === undefined ? "" : " An input of the graph is named NODE.INPUT.";
    const meant =
      nested.length > 0
        ? `Did you mean ${nested.map((path) => `"${path}"`).join(" or ")}?`
        : didYouMean(name, known).trim();
    const owner = before.length === 0 ? "The settings" : `The settings of ${before.join(".")}`;
    const hint = `${meant} ${owner} are: ${known.join(", ")}.${more}`.trim();
    throw new UsageError("USAGE_SETTING", `${where} has no setting "${[...before, name].join(".")}".`, hint);
  }
  const hint =
    field.type === "array"
      ? `Name an entry of ${before.join(".")} by its number, from 0.`
      : `${before.join(".")} is a single value.`;
  throw new UsageError("USAGE_SETTING", `${where} has no setting "${[...before, name].join(".")}".`, hint);
}

/** The field at a path. Throws a UsageError with the nearest settings if there is no such field. */
export const fieldAt = (schema: SettingsSchema, path: readonly string[], where: string): Field =>
  path.reduce<Field>((field, name, index) => stepInto(field, name, where, path.slice(0, index)), schema);

/** A copy of `value` with `entry` at `path`. Numbers are indexes of lists. Missing groups and lists are created. */
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
  const inner = innerField(field, name);
  return inner === undefined ? record : { ...record, [name]: withEntry(inner, record[name], rest, entry) };
}

/** The path of a setting is unchanged. Any other path becomes one key, dots included, in the group that accepts any path. */
function resolvePath(schema: SettingsSchema, path: readonly string[]): readonly string[] {
  const group = openGroupName(schema);
  const [first, ...rest] = path;
  if (group === undefined || rest.length === 0) return path;
  if (first === group) return [group, rest.join(".")];
  return findField(schema, path) === undefined ? [group, path.join(".")] : path;
}

/**
 * Applies the assignments to `params` in their order. Throws a UsageError that names the nearest setting, with the problems
 * of all assignments.
 */
export function applySettings(
  schema: SettingsSchema,
  params: Params,
  assignments: readonly string[],
  where: string,
): Params {
  const problems: UsageError[] = [];
  let values = params;
  for (const assignment of assignments)
    try {
      const { path: typedPath, text } = parseAssignment(assignment);
      const path = resolvePath(schema, typedPath);
      const value = parseValue(fieldAt(schema, path, where), text, `--set ${typedPath.join(".")}`);
      values = withEntry(schema, values, path, value) as Params;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error);
    }
  const [first, second] = problems;
  if (first === undefined) return values;
  if (second !== undefined) first.details = { problems };
  throw first;
}
