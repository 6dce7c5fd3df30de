// A text from the command line as the value of a field: the schema says which type is meant.

import { parseJson, type Field, type Json } from "@pictor/kernel";
import { UsageError } from "./usage-error.js";

const expected: Readonly<Record<Field["type"], string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a JSON list, such as [1, 2]",
  object: 'a JSON object, such as {"name": 1}',
};

/** Plain data of a parsed JSON text: integers beyond 2^53 become decimal strings, as in every parameter. */
export function toParam(value: unknown): Json {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(toParam);
  if (typeof value !== "object" || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toParam(entry)]));
}

/** The JSON value in `text`, or undefined when it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return toParam(parseJson(text));
  } catch {
    return undefined;
  }
}

function read(type: Field["type"], text: string): Json | undefined {
  const value = type === "string" ? text : jsonOf(text.trim());
  switch (type) {
    case "string":
      return value;
    case "integer":
      return Number.isInteger(value) ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "array":
      return Array.isArray(value) ? value : undefined;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  }
}

/** Reads `text` as the type of `field`; ranges and choices are checked by the kernel. `where` begins the message. */
export function parseValue(field: Field, text: string, where: string): Json {
  const value = read(field.type, text);
  if (value !== undefined) return value;
  const found = text === "" ? "nothing" : `"${text}"`;
  throw new UsageError(
    "USAGE_VALUE",
    `${where}: expected ${expected[field.type]}, found ${found}.`,
    "Correct this value.",
  );
}
