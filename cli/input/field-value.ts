// Parses a string from the command line as the value of a field, by the field's type.

import { plainValues } from "@pictor/features/base";
import { expandHome } from "@pictor/host/records";
import { parseJsonOrUndefined, type Field, type Json } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";

const expected: Readonly<Record<Field["type"], string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a JSON list, such as [1, 2]",
  object: 'a JSON object, such as {"name": 1}',
};

/** The value of a text as plain data; undefined if it is not valid JSON. */
export const parsedParam = (text: string): Json | undefined =>
  plainValues(parseJsonOrUndefined(text)) as Json | undefined;

/** Parses a JSON list. For a list of strings, a single string is a list of one, unless it begins like a JSON list. */
function parseList(field: Field, text: string, value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value as Json;
  const isSingleText = field.type === "array" && field.items.type === "string" && !/^\s*(\[|$)/.test(text);
  return isSingleText ? [text] : undefined;
}

function parseAs(field: Field, text: string): Json | undefined {
  if (field.type === "string")
    return field.format === "path" || field.format === "command" ? expandHome(text) : text;
  const value = parsedParam(text.trim());
  switch (field.type) {
    case "integer":
      return Number.isInteger(value) ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "array":
      return parseList(field, text, value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  }
}

/**
 * Parses `text` as the type of `field`; throws a UsageError whose message begins with `where`. The kernel checks ranges
 * and choices.
 */
export function parseValue(field: Field, text: string, where: string): Json {
  const value = parseAs(field, text);
  if (value !== undefined) return value;
  const found = text === "" ? "nothing" : `"${text}"`;
  throw new UsageError(
    "USAGE_VALUE",
    `${where}: expected ${expected[field.type]}, found ${found}.`,
    "Correct this value.",
  );
}
