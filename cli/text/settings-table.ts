// A settings schema as a table for the user: name, accepted values, default, meaning.

import { formSections } from "@pictor/client";
import type { Field, SettingsSchema } from "@pictor/kernel";
import { oneLine, plainText } from "./plain-text.js";
import { table } from "./table.js";

const typeNames: Readonly<Record<Field["type"], string>> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "true | false",
  array: "list",
  object: "object",
};

function range(field: Field): string {
  if (field.type !== "integer" && field.type !== "number") return "";
  const { minimum, maximum } = field;
  if (minimum === undefined && maximum === undefined) return "";
  return ` ${minimum ?? ""}..${maximum ?? ""}`;
}

/** The values that a field accepts, such as `integer 16..16384 px` or `/api | ""`. */
export function kindOf(field: Field): string {
  if (field.type === "array") return `list of ${kindOf(field.items)}`;
  if (field.type === "object" && field["x-bindings"] === true) return "NODE.INPUT=VALUE";
  if ("enum" in field) {
    return field.enum.map((value) => (value === "" ? '""' : String(value))).join(" | ");
  }
  const unit = field["x-unit"] === undefined ? "" : ` ${field["x-unit"]}`;
  if (field.type !== "string") return `${typeNames[field.type]}${range(field)}${unit}`;
  if (field["x-secret"]) return "secret";
  if (field["x-optionsFrom"]) return "one of the backend's";
  const isPlain = field.format === undefined || field.format === "multiline";
  return (isPlain ? "text" : field.format === "uint64" ? "integer" : field.format) + unit;
}

function defaultOf(field: Field, isRequired: boolean): string {
  const value = "default" in field ? field.default : undefined;
  if (value !== undefined) return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  if (!isRequired) return "";
  const from = field.type === "string" ? field["x-optionsFrom"] : undefined;
  if (from === undefined) return "(required)";
  return from.prefer === undefined ? "the first one" : "found by its name";
}

/** The most characters of a text in its own cell. A longer text is printed on a separate line below the meaning. */
const maxCellLength = 24;

/** Splits a text into the text for its cell, and the text for the lines below. */
const fitCell = (text: string, placeholder: string): readonly [cell: string, below: string] =>
  text.length <= maxCellLength ? [text, ""] : [placeholder, text];

type Rows = readonly (readonly string[])[];

function rowsOf(schema: SettingsSchema, prefix: string, names: readonly string[]): Rows {
  return names.flatMap((name) => {
    const field = schema.properties[name];
    if (field === undefined) return [];
    const isRequired = schema.required?.includes(name) ?? false;
    const [accepts, choices] = fitCell(oneLine(kindOf(field)), "one of");
    const [initial, longDefault] = fitCell(oneLine(defaultOf(field, isRequired)), "(below)");
    const meaning = [
      plainText(field.description ?? field.title ?? ""),
      choices,
      longDefault === "" ? "" : `default: ${longDefault}`,
    ].filter((line) => line !== "");
    const row = [oneLine(`${prefix}${name}`), accepts, initial, meaning.join("\n")];
    const inner = field.type === "array" ? field.items : field;
    const innerPrefix = field.type === "array" ? `${prefix}${name}.0.` : `${prefix}${name}.`;
    if (inner.type !== "object") return [row];
    const innerNames = formSections(inner).flatMap(({ fields }) => fields);
    return [row, ...rowsOf(inner, innerPrefix, innerNames)];
  });
}

/** The rows of a form: the basic settings, then the advanced ones under their headings. */
function sectionRows(schema: SettingsSchema): Rows {
  return formSections(schema).flatMap(({ title, advanced, fields }) => {
    const heading = title === undefined ? "Advanced:" : `Advanced, ${title}:`;
    return [...(advanced ? [[], [heading]] : []), ...rowsOf(schema, "", fields)];
  });
}

/**
 * The settings as aligned lines under a heading, the basic ones first, at most `width` columns wide; `none` if the
 * schema has no settings.
 */
export function settingsTable(schema: SettingsSchema, indent = "", width?: number): string {
  const rows = sectionRows(schema);
  return rows.length === 0
    ? `${indent}none`
    : table([["SETTING", "TAKES", "DEFAULT", "MEANING"], ...rows], indent, width);
}
